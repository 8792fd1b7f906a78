import type { Value, ValueMap } from "../../src/codec/value.js";
import type { CodeKind } from "../../src/records/code-layout.js";
import { compileMethod, type ProgramCall } from "../../src/vm/machine.js";
import { operatorOf } from "../../src/vm/compile.js";
import { operatorsFor } from "../../src/vm/operators/table.js";
import { deepFreeze, methodWith, SIGNER, SIZE } from "./machine-calls.js";
import { randomValue } from "./random-value.js";

const MAX_DEPTH = 4;

/** Values that are special to some operator. */
const LIKELY: readonly Value[] = [
  "00",
  "ab",
  "-1.50",
  "1e3",
  " 1",
  "0",
  "from",
  "p",
  "/^a+$/",
  "[1,2]",
  2n,
  true,
  null,
  1.5,
];

/** A random expression: mostly calls of operators, some of which do not exist, and sometimes plain data. */
function randomExpression(random: () => number, kind: CodeKind, depth: number): Value {
  const roll = random();
  if (depth === 0 || roll < 0.15) return LIKELY[Math.floor(random() * LIKELY.length)] ?? null;
  if (roll < 0.25) return randomValue(random, 2);
  const key = randomKey(random, kind);
  const arity = operatorOf(key, operatorsFor(kind))?.arity[0] ?? 0;
  const length = arity + Math.floor(random() * 3) - (random() < 0.1 ? 1 : 0);
  const members = Array.from({ length: Math.max(length, 0) }, () =>
    randomExpression(random, kind, depth - 1),
  );
  return roll < 0.35 ? members : new Map<string, Value>([[key, members]]);
}

function randomKey(random: () => number, kind: CodeKind): string {
  const pick = (names: readonly string[]): string => names[Math.floor(random() * names.length)] ?? "";
  if (random() < 0.1) return pick(["__proto__", "$nothing", "constructor", "$"]);
  return `$${pick([...operatorsFor(kind).keys()])}`;
}

/** A write under a valid key; few random keys are valid. */
function randomWrite(random: () => number): Value {
  return new Map([["$write_universal", ["a", "ab", randomExpression(random, "contract", MAX_DEPTH - 1)]]]);
}

/** A deeply frozen call of a random program, mostly a contract, sometimes with a post-process. */
export function randomCall(random: () => number): ProgramCall {
  const kind = random() < 0.7 ? "contract" : "request";
  const expressions = (): Value[] =>
    Array.from({ length: 1 + Math.floor(random() * 2) }, () =>
      random() < 0.3 ? randomWrite(random) : randomExpression(random, kind, MAX_DEPTH),
    );
  const parameters: ValueMap = new Map([
    ["p", randomValue(random, 3)],
    ["from", randomValue(random, 1)],
  ]);
  return {
    program: compileMethod({ ...methodWith("[]", kind), executions: deepFreeze(expressions()) }),
    postProcess:
      kind === "contract" && random() < 0.3
        ? compileMethod({ ...methodWith("[]"), executions: deepFreeze(expressions()) })
        : null,
    parameters: deepFreeze(parameters),
    implicit: kind === "contract" ? { from: SIGNER, hash: "ab", size: SIZE } : null,
  };
}
