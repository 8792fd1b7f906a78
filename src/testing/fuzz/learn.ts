import { isAddress } from "../../codec/address.js";
import { valueToText } from "../../codec/text.js";
import type { Value } from "../../codec/value.js";
import type { CallWatch, Compared } from "./call-watch.js";
import { beside, fitting, type DrawnCode, type DrawnParameter } from "./drawn-codes.js";
import { remember, timeOf, type Memory } from "./memory.js";
import type { FuzzStep } from "./story.js";

const S_US = 1_000_000n;

export interface LearntCall {
  /** The accepted calls before it, in the same sequence. */
  readonly before: readonly { readonly step: FuzzStep }[];
  readonly step: FuzzStep;
  readonly atUs: bigint;
  readonly watch: CallWatch;
}

/** Learns from a refused call what its comparisons ask for. */
export function learn(codes: readonly DrawnCode[], call: LearntCall, memory: Memory): void {
  const code = codes[call.step.contract];
  if (code === undefined) return;
  for (const [left, right] of call.watch.compared) {
    wantBeside([left, right], call, { code, memory });
    wantBeside([right, left], call, { code, memory });
    for (const { step: earlier } of call.before)
      for (const [own, other] of [
        [left, right],
        [right, left],
      ] as const)
        wantOf(codes, earlier, own, other);
  }
}

/** Of an earlier call that gave one side of a comparison, the other side is wanted. */
function wantOf(
  codes: readonly DrawnCode[],
  { contract, parameters }: FuzzStep,
  own: Value,
  other: Value,
): void {
  const text = valueToText(own);
  for (const [index, parameter] of codes[contract]?.parameters.entries() ?? []) {
    const given = parameters[index];
    if (text === "" || given === undefined || valueToText(given) !== text) continue;
    for (const value of near(other)) want(parameter, value);
  }
}

function wantBeside(
  [own, other]: Compared,
  { step, atUs, watch }: LearntCall,
  { code, memory }: { readonly code: DrawnCode; readonly memory: Memory },
): void {
  const text = valueToText(own);
  if (text === "") return;
  const again = (changed: Partial<FuzzStep>, at: bigint | null = null): void =>
    remember(memory.retries, { step: { ...step, ...changed }, atUs: at });
  const time = timeOf(other);
  if (time !== null && text === valueToText(atUs))
    for (const near of [-1n, 0n, 1n]) if (time + near > atUs) again({}, time + near);
  if (text === step.from && typeof other === "string" && isAddress(other)) {
    remember(code.senders, other);
    again({ from: other });
  }
  if (watch.hashed.has(text) && !memory.wishes.some(({ hash }) => hash === text))
    remember(memory.wishes, { hash: text, step });
  for (const [index, parameter] of code.parameters.entries()) {
    const given = step.parameters[index];
    if (given === undefined || valueToText(given) !== text) continue;
    for (const value of near(other)) {
      again({ parameters: step.parameters.with(index, fitting(value, parameter)) });
      want(parameter, value);
    }
    if (
      time !== null &&
      !parameter.wanted.some((known) => "afterUs" in known && known.afterUs === time - atUs)
    )
      remember(parameter.wanted, { afterUs: time - atUs });
  }
}
/** A value and those beside it. */
function near(value: Value): readonly Value[] {
  const time = timeOf(value);
  const all = [value, beside(value, 1), beside(value, -1), time === null ? undefined : time + S_US];
  return all.filter((each) => each !== undefined);
}

function want({ wanted }: DrawnParameter, value: Value): void {
  if (!wanted.some((known) => "value" in known && known.value === value)) remember(wanted, { value });
}
