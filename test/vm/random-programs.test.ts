import { describeMachine } from "../support/describe-machine.js";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { objectToValue, type Value, type ValueMap } from "../../src/codec/value.js";
import {
  collectStateKeys,
  compileMethod,
  execute,
  type ProgramCall,
  type StateView,
} from "../../src/vm/machine.js";
import { methodOf, SENDER, sizeOf, stateOf, updatesOf } from "../support/machine-vectors.js";
import { mapIn, readVectorText, textIn } from "../support/vectors.js";

/** The number of differences in a failure's message. */
const MAX_SHOWN = 10;

const [SHARED, ...PROGRAMS] = readVectorText("random-programs.ndjson")
  .trimEnd()
  .split("\n")
  .map((line) => mapIn(parseJson(line)));
if (SHARED === undefined) throw new Error("The recording is empty. ");
const FIXTURE = new Map([...SHARED, ["mode", "transaction"]]);
const SIGNED = mapIn(SHARED.get("signed_data"));

describeMachine("Random programs (random-programs.ndjson; PROTOCOL 7)", () => {
  it("have the recorded outcome, message, weight, updates and result, all 8,000", () => {
    const differences = PROGRAMS.map(differenceIn).filter((difference) => difference !== null);
    if (PROGRAMS.length !== 8_000) throw new Error(`There are ${PROGRAMS.length} programs, not 8,000. `);
    if (differences.length === 0) return;
    throw new Error(
      [`${differences.length} programs differ:`, ...differences.slice(0, MAX_SHOWN)].join("\n"),
    );
  });
});

/** The program with the recorded answer and the node's, null when they agree. */
function differenceIn(program: ValueMap): string | null {
  const recorded = canonicalJson(answerIn(program));
  const ours = canonicalJson(run(program));
  if (recorded === ours) return null;
  const { executions, post_executions } = Object.fromEntries(program) as Record<string, Value>;
  const code = [executions, post_executions].map((part) => canonicalJson(part ?? null)).join(" post ");
  return `${code}\n  recorded ${recorded}\n  ours     ${ours}`;
}

/**
 * The members that are compared. Where the recorded node had an internal error, any failure will do (PROTOCOL 14.3).
 */
function answerIn(program: ValueMap): Value {
  if (program.get("fails") === true) return objectToValue({ fails: true });
  const { ok, result, weight, universal_updates, local_updates } = Object.fromEntries(program);
  return objectToValue({ ok, result, weight, universal_updates, local_updates });
}

function run(program: ValueMap): Value {
  const call = callOf(program);
  const keys = collectStateKeys(call);
  if (!keys.ok) return objectToValue({ fails: true });
  const state = loadedFrom(stateOf(FIXTURE), keys);
  const execution = execute(call, state);
  if (!execution.ok && execution.reason === "failure") return objectToValue({ fails: true });
  const writes = execution.ok ? execution.writes : [];
  return objectToValue({
    ok: execution.ok,
    result: execution.ok ? withoutMinusZero(execution.result) : execution.message,
    weight: execution.weight,
    universal_updates: updatesOf(writes, "universal", state),
    local_updates: updatesOf(writes, "local", state),
  });
}

/** The recorder wrote −0 as 0 in results. codec.json has the text of −0. */
function withoutMinusZero(result: Value): Value {
  return Object.is(result, -0) ? 0n : result;
}

function callOf(program: ValueMap): ProgramCall {
  const whole = new Map([...FIXTURE, ...program]);
  return {
    program: compileMethod(methodOf(whole, "own")),
    postProcess: compileMethod(methodOf(whole, "post")),
    parameters: mapIn(SIGNED.get("transaction")),
    implicit: { from: SENDER, hash: textIn(SHARED?.get("hash")), size: sizeOf(SIGNED) },
  };
}

/** A cell that the read pass did not collect reads as absent (PROTOCOL 7.5). */
function loadedFrom(
  state: StateView,
  keys: { readonly universal: readonly string[]; readonly local: readonly string[] },
): StateView {
  const loaded = { universal: new Set(keys.universal), local: new Set(keys.local) };
  return { read: (kind, key) => (loaded[kind].has(key) ? state.read(kind, key) : undefined) };
}
