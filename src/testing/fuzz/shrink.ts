import { edgesOf } from "./generators.js";
import { rolesOf } from "./drawn-codes.js";
import { idOf, type Case, type FuzzFinding, type Player } from "./player.js";
import type { FuzzStep } from "./story.js";
import type { FuzzWorld } from "./world.js";

/** The most sequences that are played to make one finding shorter. */
const MOST_TRIES = 1500;
/** The plainest values of a parameter, which are tried in its place. */
const PLAIN_VALUES = 4;

/** Makes the sequence of a finding shorter and its values plainer, as long as the same finding comes of it. */
export function shrunk(world: FuzzWorld, player: Player, found: FuzzFinding, case_: Case): FuzzFinding {
  let best = { found, case: case_ };
  let tries = 0;
  const isSame = (other: FuzzFinding | null): other is FuzzFinding =>
    other !== null && idOf(other) === idOf(found) && headOf(other) === headOf(found);
  for (let isShorter = true; isShorter;) {
    isShorter = false;
    for (const shorter of plainerThan(world, best.case)) {
      if (tries >= MOST_TRIES) return best.found;
      tries += 1;
      const other = player.play(shorter);
      if (!isSame(other)) continue;
      best = { found: other, case: shorter };
      isShorter = true;
      break;
    }
  }
  return best.found;
}

function headOf({ sentence }: FuzzFinding): string {
  return sentence.split(":")[0]?.slice(0, 30) ?? "";
}

function* plainerThan(world: FuzzWorld, { start, steps }: Case): Generator<Case> {
  for (const [index] of steps.entries()) yield { start, steps: steps.toSpliced(index, 1) };
  for (const [index, value] of start.entries())
    if (value !== null) yield { start: start.with(index, null), steps };
  for (const [index, step] of steps.entries())
    for (const plainer of plainerSteps(world, step)) yield { start, steps: steps.with(index, plainer) };
}

function* plainerSteps(world: FuzzWorld, step: FuzzStep): Generator<FuzzStep> {
  if (step.afterUs > 1n) yield { ...step, afterUs: 1n };
  const senders = world.senders.map(({ address }) => address);
  for (const from of senders.slice(0, senders.indexOf(step.from))) yield { ...step, from };
  const code = world.contracts[step.contract];
  if (code === undefined) return;
  for (const [index, role] of rolesOf(world, code).entries()) {
    const edges = edgesOf(role);
    const known = edges.indexOf(step.parameters[index]);
    const plain = edges.slice(0, known < 0 ? PLAIN_VALUES : Math.min(known, PLAIN_VALUES));
    for (const value of plain) yield { ...step, parameters: step.parameters.with(index, value) };
  }
}
