import type * as FastCheck from "fast-check";
import type { Value } from "../../codec/value.js";
import type { SourceMap } from "../../contract/source-map.js";
import { Drawing } from "./draw.js";
import { exampleSteps } from "./drawn-codes.js";
import { cellValues, RICH, edgesOf } from "./generators.js";
import { Memory } from "./memory.js";
import { idOf, Player, type Expectations, type FuzzFinding, type Played, type PlayedStep } from "./player.js";
import { Random } from "./random.js";
import type { Scene } from "./scene.js";
import { shrunk } from "./shrink.js";
import type { FuzzStep } from "./story.js";
import { createWorld, type AttributeKinds, type FuzzWorld } from "./world.js";
import { wouldMatch } from "../../vm/pattern.js";

export type { FuzzFinding } from "./player.js";

interface FuzzSettings extends Expectations {
  readonly runs: number;
  readonly seed: number;
  /** What attributes are to their author, by name. */
  readonly attributes?: AttributeKinds | undefined;
  /** The source maps of the codes in their order, for what `debug` labels. */
  readonly maps?: readonly SourceMap[];
  /** The names of contracts that no call need get through. */
  readonly neverAccepted?: readonly string[];
}

export interface FuzzReport {
  readonly seed: number;
  /** The sequences, and the calls of them and of the examples. */
  readonly runs: number;
  readonly calls: number;
  /** The calls of each contract, by name. */
  readonly accepted: ReadonlyMap<string, number>;
  readonly refused: ReadonlyMap<string, number>;
  /** The contracts of which no call was accepted, although that is not meant. */
  readonly neverAccepted: readonly string[];
  readonly findings: readonly FuzzFinding[];
}

const MOST_FINDINGS = 20;
/** The calls that a run adds to a sequence, and those that a sequence has at most. */
const STEPS = 8;
const MOST_STEPS = 24;
/** How many times the runs are tried as long as a contract was never accepted. */
const PATIENCE = 4;
/** The sequences that reached something new and are kept. */
const MOST_KEPT = 128;
const STARTS = 64;
/** How often a call is made again that another call made possible. */
const AGAIN = 3;

/** A sequence, with what its calls have shown. */
interface Kept {
  readonly played: Played;
  readonly memory: Memory;
}

/**
 * Calls contracts in sequences, by several accounts, from empty and generated states, and looks for calls that break a
 * general rule or an invariant. What calls compare, hash and store enters the next ones; sequences that reach new
 * decisions of the code are extended. Each finding is reduced to the shortest sequence. The same seed gives the same
 * report. Throws `CODE_BROKEN`.
 */
export async function fuzz(texts: readonly string[], settings: FuzzSettings): Promise<FuzzReport> {
  const fc = await import("fast-check");
  const { seed, runs, scene, attributes, maps, neverAccepted = [] } = settings;
  const world = worldOf(fc, createWorld(texts, attributes, maps), scene);
  const accepted = new Map(world.contracts.map(({ method }) => [method.name, 0]));
  const refused = new Map(accepted);
  const findings: FuzzFinding[] = [];
  const random = new Random(seed);
  const player = new Player(world, settings);
  const drawing = new Drawing(fc, world, random, accepted);
  const starts = fc.sample(startStates(fc, world), { numRuns: STARTS, seed });
  const reached = new Set<string>();
  const kept: Kept[] = [];

  function begin(start: readonly Value[]): Kept {
    return { played: player.begin(start), memory: new Memory() };
  }

  function playSequence(): void {
    const empty = world.slots.map(() => null);
    const base = random.chance(60) ? pickKept() : undefined;
    const at =
      base === undefined ? begin(random.chance(25) ? (random.pick(starts) ?? empty) : empty) : copyOf(base);
    for (let count = 0; count < STEPS && at.played.made.length < MOST_STEPS; count += 1)
      if (make(at, drawing.next(at.memory, at.played.nowUs))) return;
  }

  /** One of the kept sequences, most often the longer one of two. */
  function pickKept(): Kept | undefined {
    const [one, other] = [random.pick(kept), random.pick(kept)];
    const isLonger = (one?.memory.calls.length ?? 0) >= (other?.memory.calls.length ?? 0);
    return isLonger || random.chance(25) ? one : other;
  }

  /** Makes the next call of a sequence and learns from it. Returns whether the sequence ends here. */
  function make({ played, memory }: Kept, step: FuzzStep): boolean {
    const made = player.step(played, step);
    const method = world.contracts[step.contract]?.method;
    if (made === null || method === undefined) return false;
    const isRefused = made.outcome.status !== "accepted";
    const counts = isRefused ? refused : accepted;
    counts.set(method.name, (counts.get(method.name) ?? 0) + 1);
    if (made.finding !== null) report(made.finding, played);
    if (made.isBreach) return true;
    const isNew = reachesNew(played, made, step);
    const before = played.made.filter(({ outcome }) => outcome.status === "accepted");
    const call = { step, atUs: played.nowUs, watch: made.watch, before };
    drawing.learn(call, memory, { isNew, isRefused });
    if (made.outcome.status !== "accepted") return false;
    memory.note({ ...step, parameters: made.parameters }, made.outcome.changes);
    for (const wish of memory.wishes.filter(({ hash }) => step.parameters.includes(hash)))
      for (let count = 0; count < AGAIN; count += 1) memory.retries.push({ step: wish.step, atUs: null });
    if (isNew)
      kept[kept.length < MOST_KEPT ? kept.length : random.below(MOST_KEPT)] = copyOf({ played, memory });
    return false;
  }

  /** Whether a call decided something that none before did, or followed on a call that it never followed on. */
  function reachesNew({ made }: Played, { outcome, watch }: PlayedStep, step: FuzzStep): boolean {
    const last = made.findLast(
      ({ outcome: { status } }, index) => status === "accepted" && index < made.length - 1,
    );
    const follows =
      outcome.status === "accepted"
        ? [`${last?.step.contract} ${last?.step.from === step.from} ${step.contract}`]
        : [];
    const before = reached.size;
    for (const place of [...watch.decided, ...follows]) reached.add(place);
    return reached.size > before;
  }

  function report(found: FuzzFinding, { start, made }: Played): void {
    const { calls } = player;
    const finding = shrunk(world, player, found, { start, steps: made.map(({ step }) => step) });
    player.calls = calls;
    findings.push(finding);
    player.known.add(idOf(finding));
  }

  if (world.contracts.length > 0) {
    const rich = world.slots.map(({ isAmount }) => (isAmount ? RICH : null));
    for (const step of exampleSteps(world)) make(begin(rich), step);
    const isLeft = (run: number): boolean =>
      run < runs || (run < runs * PATIENCE && [...accepted.values()].some((count) => count === 0));
    for (let run = 0; isLeft(run) && findings.length < MOST_FINDINGS; run += 1) playSequence();
  }
  const never = [...accepted].filter(([name, count]) => count === 0 && !neverAccepted.includes(name));
  return {
    seed,
    runs,
    calls: player.calls,
    accepted,
    refused,
    neverAccepted: never.map(([name]) => name),
    findings: findings.toSorted(
      (left, right) => Number(right.rule === "value") - Number(left.rule === "value"),
    ),
  };
}

/** With a scene no cell is generated. */
function worldOf(fc: typeof FastCheck, world: FuzzWorld, scene: Scene | undefined): FuzzWorld {
  const values = { ...matchingValues(fc, world), ...scene?.values };
  return { ...world, values, ...(scene !== undefined && { slots: [] }) };
}

function copyOf({ played, memory }: Kept): Kept {
  const { ground, money, made } = played;
  return {
    played: { ...played, made: [...made], ground: ground.copy(), money: money.copy() },
    memory: memory.copy(),
  };
}

function startStates(
  fc: typeof FastCheck,
  { slots, senders }: FuzzWorld,
): FastCheck.Arbitrary<readonly Value[]> {
  const addresses = senders.map(({ address }) => address);
  return fc.tuple(...slots.map(({ isAmount }) => cellValues(fc, isAmount, addresses)));
}

/** Two values: sequences then use one of them repeatedly, and sometimes the other. */
const VALUES = 2;
const BODY = /^\/(.*)\/[a-zA-Z]*$/s;

/** Texts, by name, that match a parameter's pattern. Without them, every call is refused. */
function matchingValues(
  fc: typeof FastCheck,
  { contracts, senders }: Pick<FuzzWorld, "contracts" | "senders">,
): Readonly<Record<string, readonly Value[]>> {
  const addresses = senders.map(({ address }) => address);
  const found = contracts.flatMap(({ method, use }) =>
    (method.parameters ?? []).flatMap((definition) => {
      const pattern = use.patterns.get(definition.name);
      if (pattern === undefined) return [];
      const matches = (value: unknown): boolean => typeof value === "string" && wouldMatch(pattern, value);
      if (edgesOf({ definition, use, addresses }).some(matches)) return [];
      const texts = textsLike(fc, pattern).filter(matches);
      return texts.length === 0 ? [] : [[definition.name, texts] as const];
    }),
  );
  return Object.fromEntries(found);
}

/** Texts that probably match. Empty for a pattern that fast-check cannot read: JavaScript has no such syntax. */
function textsLike(fc: typeof FastCheck, pattern: string): readonly string[] {
  const [, body] = BODY.exec(pattern) ?? [];
  if (body === undefined) return [];
  try {
    return fc.sample(fc.stringMatching(new RegExp(body)), { numRuns: VALUES, seed: 1 });
  } catch {
    return [];
  }
}
