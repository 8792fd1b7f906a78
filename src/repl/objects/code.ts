import { findCode, listCodes, type CodeChoice } from "../../client/registered-codes.js";
import { ZERO_ADDRESS } from "../../codec/address.js";
import { canonicalJson } from "../../codec/canonical-json.js";
import type { Value } from "../../codec/value.js";
import { completeRecord } from "../../records/code-layout.js";
import { CONTRACTS } from "../../records/operations/system-contracts.js";
import { codeRecord } from "../../records/stored-code.js";
import { evaluationFailure, NO_CHAIN, valueLeft } from "../../replay/evaluation/evaluations.js";
import { lintCode, type Finding } from "../../lint/lint-code.js";
import { assertCalls } from "../../actions/check-expression.js";
import { evaluateExpression } from "../../vm/machine.js";
import { createAddresses } from "../addresses.js";
import type { ConsoleConnection, Host } from "../connection.js";
import { toValueMap, toValue } from "../to-value.js";
import { createCall } from "./call-code.js";
import { classicRecord, methodRecord, assertKind, listedCode } from "./code-record.js";
import { createRegistrar, type Publisher } from "./register-code.js";
import type { Signers } from "../signers.js";

export function createCodeObject(
  connection: ConsoleConnection,
  host: Pick<Host, "keys">,
  { signers, wait }: { readonly signers: Signers; readonly wait: (hash: string) => Promise<unknown> },
) {
  const { client } = connection;
  const addresses = createAddresses(connection, host);
  const register = createRegistrar(connection, signers, wait);
  return {
    /** The record of a code by name or id; its text when that is not JSON. Throws `CODE_UNKNOWN`, `CODE_AMBIGUOUS`. */
    async get(nameOrId: string, { kind, cid: space }: CodeChoice = {}): Promise<Value> {
      assertKind(kind);
      const cid = space === undefined ? undefined : await addresses.resolveCid(space);
      return codeRecord(await findCode(client, nameOrId, { kind, cid }));
    },
    /** Contracts before requests, broken codes included. */
    list: async () => (await listCodes(client)).map(listedCode),
    count: () => client.codeCount(),
    classic: classicRecord,
    method: methodRecord,
    /** The findings on a record before it is registered, by the chain's rules; an empty list when it is right. */
    check: (record: unknown): readonly Finding[] =>
      lintCode(canonicalJson(completeRecord(toValueMap(record), "", ZERO_ADDRESS)), connection.ruleSet),
    call: createCall(connection, host),
    eval: evaluateAlone,
    /** Registers a classic record and waits until the chain has it. */
    register: (record: unknown, publisher?: Publisher) =>
      register(CONTRACTS.REGISTER.type, record, publisher),
    /** Publishes a method record and waits until the chain has it. */
    publish: (record: unknown, publisher?: Publisher) => register("Publish", record, publisher),
  };
}

/** Evaluates an expression without state. Throws `CONDITION_FAILED`, `EXECUTION_FAILED`, `EXPRESSION_DATA`. */
function evaluateAlone(given: unknown, parameters: unknown = {}): Value {
  const expression = toValue(given);
  assertCalls(expression, "contract");
  const evaluations = evaluateExpression(expression, {
    kind: "contract",
    writer: ZERO_ADDRESS,
    space: "",
    parameters: toValueMap(parameters),
    implicit: { from: ZERO_ADDRESS, hash: "", size: 0 },
    state: { read: () => undefined },
    chain: NO_CHAIN,
  });
  const failure = evaluationFailure(evaluations);
  if (failure !== null) throw failure;
  return valueLeft(evaluations);
}
