import type { StateKind } from "../../codec/state-key.js";
import type { ValueMap } from "../../codec/value.js";
import type { Method } from "../../records/code.js";
import type { CostTable, RulesNumber } from "../../records/rules.js";
import type {
  Budget,
  ProgramCall,
  ChainQuery,
  Execution,
  ImplicitValues,
  StateKeys,
} from "../../vm/machine.js";

/** The messages between the node and a thread that runs the machine. All of it is plain data. */

/** A call with its codes as they were before compilation. */
export interface SentCall {
  readonly method: Method;
  readonly postProcess: Method | null;
  readonly parameters: ValueMap;
  readonly implicit: ImplicitValues | null;
  readonly rules: { readonly number: RulesNumber; readonly costTable: CostTable } | undefined;
}

export interface Job {
  readonly kind: "collect" | "execute" | "answer";
  readonly call: SentCall;
  readonly budget: Budget;
}

/** A question that a thread asks while it runs. It blocks until the reply comes. */
export type Question =
  | { readonly ask: "cell"; readonly kind: StateKind; readonly key: string }
  | { readonly ask: "load"; readonly keys: LoadedKeys; readonly maxLength: number }
  | { readonly ask: "chain"; readonly query: ChainQuery };

export type LoadedKeys = Extract<StateKeys, { ok: true }>;

/** A write with its value serialized, so that the receiver can parse many one by one. */
export interface SentWrite {
  readonly kind: StateKind;
  readonly key: string;
  readonly value: Uint8Array;
}

type Failed = Extract<Execution, { ok: false }>;

export type SentOutcome =
  | {
      readonly ok: true;
      readonly weight: bigint;
      readonly work: number;
      readonly cost: number;
      readonly writes: readonly SentWrite[];
    }
  | Failed;

/** A request's response as canonical JSON. */
export type SentAnswer = { readonly ok: true; readonly json: string } | Failed;

export type Result = StateKeys | SentOutcome | SentAnswer;

export function callToSend({ program, postProcess, parameters, implicit, rules }: ProgramCall): SentCall {
  const methods = { method: program.method, postProcess: postProcess?.method ?? null };
  const sent = rules === undefined ? undefined : { number: rules.number, costTable: rules.costTable };
  return { ...methods, parameters, implicit, rules: sent };
}
