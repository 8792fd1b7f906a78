import { parseJson } from "../../src/codec/parse-json.js";
import { padStateKey } from "../../src/codec/state-key.js";
import { objectToValue, type Value } from "../../src/codec/value.js";
import { parseCode } from "../../src/records/code.js";
import {
  collectStateKeys,
  compileMethod,
  execute,
  type ProgramCall,
  type StateView,
} from "../../src/vm/machine.js";
import { mapIn, readVectorText, textIn } from "../support/vectors.js";

interface BenchRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

const SENDER = "4450615052f4fd1ed99ac58f2fcf8fc8d2de640a703f";
const RECIPIENT = "b5cf90a96fcfe3faf73bdc2c8b1830593bc08484732e";
const WARM_UP_RUNS = 20_000;
const DURATION_MS = 1_000;
const MILLION = 1_000_000;
const BYTES_PER_MB = 1_048_576;

/** The classic codes on warm state and one core: executions a second, and the memory that a million of them retain. */
export async function bench(): Promise<BenchRow[]> {
  const recorded = mapIn(parseJson(readVectorText("chain/final_state.json")));
  const codes = mapIn(recorded.get("local"));
  const state = stateOf(mapIn(recorded.get("universal")));
  const send = callOf(codeNamed(codes, "Send"), { to: RECIPIENT, amount: "1.5" });
  const getBalance = callOf(codeNamed(codes, "GetBalance"), { address: SENDER });
  const answer = (): unknown => [collectStateKeys(getBalance), execute(getBalance, state)];
  return [
    {
      name: "vm: Send, condition and execution pass",
      value: rateOf(() => execute(send, state)),
      unit: "1/s",
    },
    { name: "vm: Send, read pass", value: rateOf(() => collectStateKeys(send)), unit: "1/s" },
    { name: "vm: GetBalance, all passes", value: rateOf(answer), unit: "1/s" },
    { name: "vm: heap left by a million GetBalance", value: heapGrowthMb(answer), unit: "MB" },
  ];
}

function rateOf(run: () => unknown): number {
  for (let count = 0; count < WARM_UP_RUNS; count += 1) run();
  const start = performance.now();
  let runs = 0;
  for (; performance.now() - start < DURATION_MS; runs += 1) run();
  return Math.round((runs * 1_000) / (performance.now() - start));
}

function heapGrowthMb(run: () => unknown): number {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  for (let count = 0; count < MILLION; count += 1) run();
  globalThis.gc?.();
  return (process.memoryUsage().heapUsed - before) / BYTES_PER_MB;
}

function stateOf(cells: ReadonlyMap<string, Value>): StateView {
  const padded = new Map([...cells].map(([key, value]) => [padStateKey(key), value]));
  return { read: (kind, key) => (kind === "universal" ? padded.get(key) : undefined) };
}

function codeNamed(codes: ReadonlyMap<string, Value>, name: string): string {
  const isNamed = (value: Value): boolean => typeof value === "string" && value.includes(`"name":"${name}"`);
  return textIn([...codes.values()].find(isNamed));
}

function callOf(code: string, parameters: Readonly<Record<string, string>>): ProgramCall {
  const program = compileMethod(parseCode(code));
  const isContract = program.method.kind === "contract";
  return {
    program,
    postProcess: null,
    parameters: mapIn(objectToValue({ type: program.method.name, ...parameters })),
    implicit: isContract ? { from: SENDER, hash: "", size: 414 } : null,
  };
}
