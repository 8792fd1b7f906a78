import { padStateKey } from "../../codec/state-key.js";
import { valueToJson } from "../../codec/readable-json.js";
import { escapeControls } from "../../codec/shown-text.js";
import type { Value } from "../../codec/value.js";
import { debuggedText, type Debugged } from "../../replay/trial/debugged.js";
import type { GroundOutcome } from "./ground.js";
import { shortDecimal, type FuzzWorld } from "./world.js";

export interface FuzzStep {
  readonly contract: number;
  readonly from: string;
  /** The time since the call before it. */
  readonly afterUs: bigint;
  /** The values of its parameters in order; undefined ones are left out. */
  readonly parameters: readonly (Value | undefined)[];
}

export interface PlayedCall {
  readonly step: FuzzStep;
  readonly outcome: GroundOutcome;
  readonly debugged: readonly Debugged[];
}

export function storyOf(
  world: FuzzWorld,
  start: readonly Value[],
  played: readonly PlayedCall[],
): readonly string[] {
  const text = (value: Value): string => escapeControls(nameIn(world, value) ?? valueToJson(value));
  const cells = world.slots.flatMap(({ attribute, key }, index) => {
    const value = start[index] ?? null;
    return value === null
      ? []
      : [`at the start, ${attribute} of ${nameIn(world, key) ?? key} = ${text(value)}`];
  });
  const calls = played.flatMap(({ step: { contract, from, afterUs, parameters }, outcome, debugged }) => {
    const method = world.contracts[contract]?.method;
    const given = (method?.parameters ?? []).flatMap(({ name }, index) => {
      const value = parameters[index];
      return value === undefined ? [] : [` ${name}=${text(value)}`];
    });
    const wait = afterUs <= 1n ? "" : `${shortDecimal({ units: afterUs, scale: 6 })} s later, `;
    const end = outcome.status === "accepted" ? "accepted" : `${outcome.status}: ${outcome.message.trim()}`;
    return [
      `${wait}${nameIn(world, from) ?? from} calls ${method?.name ?? "?"}${given.join("")}: ${escapeControls(end)}`,
      ...debugged.map((each) => `  ${debuggedText(each)}`),
    ];
  });
  return [...cells, ...calls];
}

/** The name of an address, also of its other spelling; null for any other value. */
function nameIn({ senders }: FuzzWorld, value: Value): string | null {
  if (typeof value !== "string" || value === "") return null;
  for (const { name, address } of senders) {
    if (value === address) return name;
    if (value.length > 2 && padStateKey(value) === padStateKey(address)) return `${name} (as ${value})`;
  }
  return null;
}
