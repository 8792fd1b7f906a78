import { parseJson } from "../../codec/parse-json.js";
import { padStateKey, stateKeyOf } from "../../codec/state-key.js";
import {
  mapToValue,
  memberOf,
  objectToMap,
  objectToValue,
  type Value,
  EMPTY,
  isList,
  isMap,
  type ValueList,
  type ValueMap,
} from "../../codec/value.js";
import { WorkingState, type LoadedCells } from "../../ledger/working-state.js";
import type { Method } from "../../records/code.js";
import { findParameterFailure, parseParameterDefinitions } from "../../records/parameter.js";
import type { Updates } from "../../records/updates.js";
import {
  collectStateKeys,
  compileMethod,
  createEmptyChain,
  evaluateExpression,
  execute,
  type ProgramCall,
} from "../../vm/machine.js";
import { evaluationsToValue, failureToValue } from "./evaluations.js";
import { readSignedTransaction, type SignedTransaction } from "../../records/transaction.js";
import * as errors from "../errors.js";

/** The recorded machine ran on a chain without blocks and with this default difficulty. */
const RECORDED_DIFFICULTY = 4000n;

/** Runs a recorded entry, one expression or a whole program, in the recorded shape. Throws `EVALUATION_INPUT`. */
export function evaluateEntry(entry: Value, fixture: Fixture): Value {
  return memberOf(entry, "executions") === undefined
    ? evaluateExpressionOf(entry, fixture)
    : evaluateProgram(entry, fixture);
}

/** Evaluates `{mode, expression_json}` on an empty state. */
function evaluateExpressionOf(entry: Value, { transaction, hash, code }: Fixture): Value {
  const isRequest = memberOf(entry, "mode") === "request";
  return evaluationsToValue(
    evaluateExpression(parseJson(textMember(entry, "expression_json")), {
      kind: isRequest ? "request" : "contract",
      writer: code.writer,
      space: code.space,
      parameters: transaction.transaction,
      implicit: isRequest ? null : { from: transaction.address, hash, size: transaction.size },
      state: { read: () => undefined },
      chain: createEmptyChain(RECORDED_DIFFICULTY),
    }),
  );
}

/** Returns `{ok, result, weight, universal_updates, local_updates}`; when `ok` is false, `result` is the message. */
function evaluateProgram(entry: Value, fixture: Fixture): Value {
  const call = readCall(entry, fixture);
  const { method } = call.program;
  const failure = findParameterFailure(method.parameters, call.parameters, "transaction");
  if (failure !== null) return objectToValue({ parameter_ok: false, parameter_error: failure });

  const keys = collectStateKeys(call);
  if (!keys.ok) return failureToValue(keys.message);
  const state = new WorkingState({
    universal: pick(readCells(entry, "universals", fixture), keys.universal),
    local: pick(readCells(entry, "locals", fixture), keys.local),
  });
  const execution = execute(call, state);
  if (!execution.ok && execution.reason === "failure") return failureToValue(execution.message);
  if (execution.ok) for (const { kind, key, value } of execution.writes) state.write(kind, key, value);
  return objectToMap({
    ok: execution.ok,
    result: execution.ok ? execution.result : execution.message,
    weight: execution.weight,
    universal_updates: updatesToValue(state.updates("universal")),
    local_updates: updatesToValue(state.updates("local")),
  });
}

function readCall(entry: Value, fixture: Fixture): ProgramCall {
  const program = compileMethod(readMethod(entry, fixture, "own"));
  if (program.method.kind === "request") {
    const parameters = mapMember(mapMember(entry, "signed_data"), "request");
    return { program, postProcess: null, parameters, implicit: null };
  }
  const { transaction, address, size } = readSigned(entry);
  return {
    program,
    postProcess: compileMethod(readMethod(entry, fixture, "post")),
    parameters: transaction,
    implicit: { from: address, hash: textMember(entry, "hash"), size },
  };
}

function readMethod(entry: Value, fixture: Fixture, part: "own" | "post"): Method {
  const isOwn = part === "own";
  return {
    ...(isOwn ? fixture.code : fixture.postProcess),
    format: "method",
    kind: isOwn && memberOf(entry, "mode") === "request" ? "request" : "contract",
    version: "1",
    parameters: isOwn ? parseParameterDefinitions(memberOf(entry, "parameters") ?? null) : [],
    executions: listMember(entry, isOwn ? "executions" : "post_executions"),
  };
}

/** Reads the cells before the program, `{owner, attr, key, value}` each. The owner is the code or the post-process. */
function readCells(entry: Value, name: string, fixture: Fixture): LoadedCells {
  const cells = new Map<string, Value>();
  for (const cell of listMember(entry, name)) {
    const { writer, space } = memberOf(cell, "owner") === "main" ? fixture.code : fixture.postProcess;
    const key = stateKeyOf(writer, space, textMember(cell, "attr"), textMember(cell, "key"));
    if (key !== null) cells.set(padStateKey(key), memberOf(cell, "value") ?? null);
  }
  return cells;
}

/** Returns the cells that the call's read pass collected: it sees no others (PROTOCOL 7.5). */
function pick(cells: LoadedCells, keys: readonly string[]): LoadedCells {
  const wanted = new Set(keys);
  return new Map([...cells].filter(([key]) => wanted.has(key)));
}

function updatesToValue(updates: Updates): Value {
  const map = new Map<string, Value>();
  for (const [key, update] of updates) map.set(key, objectToMap({ old: update.old, new: update.new }));
  return mapToValue(map);
}

/** The common part of a recording's entries: the transaction, and the code that the entries belong to. */
interface Fixture {
  readonly transaction: SignedTransaction;
  /** The transaction's hash on the recorded node. */
  readonly hash: string;
  readonly code: CodeIdentity;
  readonly postProcess: CodeIdentity;
}

type CodeIdentity = Pick<Method, "writer" | "space" | "name">;

/** Reads a fixture, or the member `fixture` of a whole recording. Throws `EVALUATION_INPUT`. */
export function readFixture(value: Value): Fixture {
  const fixture = memberOf(value, "fixture") ?? value;
  return {
    transaction: readSigned(fixture),
    hash: textMember(fixture, "tx_hash"),
    code: readIdentity(fixture, "code"),
    postProcess: readIdentity(fixture, "post_process"),
  };
}

/** Reads the transaction in `signed_data`. Throws `TRANSACTION_MALFORMED`. */
function readSigned(value: Value): SignedTransaction {
  const signed = mapMember(value, "signed_data");
  return readSignedTransaction({
    transaction: signed.get("transaction"),
    public_key: signed.get("public_key"),
    signature: signed.get("signature"),
  });
}

function readIdentity(fixture: Value, name: string): CodeIdentity {
  const code = mapMember(fixture, name);
  return {
    writer: textMember(code, "writer"),
    space: textMember(code, "space"),
    name: textMember(code, "name"),
  };
}

/** Returns a text member of a fixture or an entry. Throws `EVALUATION_INPUT` with its name, as the next two do. */
function textMember(value: Value | undefined, name: string): string {
  const member = memberOf(value, name);
  if (typeof member !== "string") throw errors.evaluationInput({ name, what: "text" });
  return member;
}

function mapMember(value: Value | undefined, name: string): ValueMap {
  const member = memberOf(value, name);
  if (isMap(member)) return member;
  // The empty map is the empty list (PROTOCOL 1.5).
  if (isList(member) && member.length === 0) return new Map();
  throw errors.evaluationInput({ name, what: "a map" });
}

/** Returns a list, the empty one when it is missing. */
function listMember(value: Value | undefined, name: string): ValueList {
  const member = memberOf(value, name) ?? EMPTY;
  if (!isList(member)) throw errors.evaluationInput({ name, what: "a list" });
  return member;
}
