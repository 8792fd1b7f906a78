import { AssertionError } from "node:assert";
import { inspect, isDeepStrictEqual } from "node:util";
import { ChainError } from "../codec/chain-error.js";
import { escapeControls } from "../codec/shown-text.js";
import type { StateKind } from "../codec/state-key.js";
import type { Code } from "../contract/code.js";
import { addressIn, type Addressed, type Plain } from "./plain.js";
import type { CallOutcome, ChangedCell } from "./call-outcome.js";
import type { TestChain } from "./test-chain.js";

/** Assertions about calls, for any test runner. They throw an `AssertionError`. */

/**
 * Asserts that a call is refused with a sentence, or one that begins with these words. Spaces at the ends do not count.
 * Returns the refusal.
 */
export async function assertRefused(call: Promise<unknown>, sentence = ""): Promise<ChainError> {
  const expected = sentence.trim();
  let outcome: unknown;
  try {
    outcome = await call;
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    const actual = error.message.trim();
    if (actual.startsWith(expected)) return error;
    throw failed("The call was refused with another sentence.", actual, expected);
  }
  throw failed("The call was not refused.", outcome, expected);
}

/** A change that is expected. Members that are left out may be anything. */
export interface ExpectedChange {
  readonly attribute?: string;
  readonly key?: string | Addressed;
  readonly kind?: StateKind;
  readonly old?: Plain;
  readonly new?: Plain;
}

/** Asserts that a call changes exactly these cells, in any order. Returns the outcome. */
export async function assertChanges<T extends CallOutcome>(
  call: Promise<T>,
  expected: readonly ExpectedChange[],
): Promise<T> {
  const outcome = await call;
  const left = [...outcome.changes];
  const wanted = expected.map(({ key, ...others }) =>
    key === undefined ? others : { ...others, key: addressIn(key) },
  );
  for (const change of wanted) {
    const found = left.findIndex((each) => isExpected(each, change));
    if (found < 0) throw otherChanges("An expected change did not happen", change, outcome);
    left.splice(found, 1);
  }
  const [further] = left;
  if (further !== undefined) throw otherChanges("The call changes one more cell", further, outcome);
  return outcome;
}

/** One change a line: a difference of whole lists hides which value differs. */
function otherChanges(
  sentence: string,
  change: Partial<ChangedCell>,
  { changes, debugged }: CallOutcome,
): AssertionError {
  const lines = changes.map((each) => `\n  ${changeText(each)}`);
  const values = debugged.map(
    ({ label, value }) => `\ndebug ${escapeControls(label)} = ${inspect(value, { depth: 4 })}`,
  );
  const message = `${sentence}: ${changeText(change)}\nThe call changes ${lines.length === 0 ? "nothing." : `these cells:${lines.join("")}`}${values.join("")}`;
  return new AssertionError({ message, stackStartFn: assertChanges });
}

/** A change as text, such as `balance 9515…6b: "5" → "7"`. Missing members are left out. */
function changeText({ kind, attribute, key, ...values }: Partial<ChangedCell>): string {
  const cell = [kind === "local" ? kind : undefined, attribute, key].filter((part) => part !== undefined);
  const [before, after] = (["old", "new"] as const).map((name) =>
    name in values ? inspect(values[name], { depth: 4 }) : "…",
  );
  return `${cell.join(" ")}: ${before} → ${after}`;
}

/** Asserts that the sum of an attribute's cells is the same after some work. Returns what the work returns. */
export async function assertSupplyKept<T>(
  chain: Pick<TestChain, "supply">,
  [code, attribute]: readonly [code: Code, attribute: string],
  work: () => Promise<T>,
): Promise<T> {
  const before = await chain.supply(code, attribute);
  const result = await work();
  const after = await chain.supply(code, attribute);
  if (after !== before) throw failed(`The supply of ${attribute} changed.`, after, before);
  return result;
}

/** Whether a change has all expected members. Other members may have any value. */
function isExpected(actual: ChangedCell, expected: Partial<ChangedCell>): boolean {
  return Object.entries(expected).every(([name, value]) =>
    isDeepStrictEqual(actual[name as keyof ChangedCell], value),
  );
}

function failed(sentence: string, actual: unknown, expected: unknown): AssertionError {
  const message = `${sentence}\nactual: ${inspect(actual, { depth: 4 })}\nexpected: ${inspect(expected, { depth: 4 })}`;
  return new AssertionError({ message, actual, expected, operator: "strictEqual", stackStartFn: failed });
}
