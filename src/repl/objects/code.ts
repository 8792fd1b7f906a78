import { findCode, listCodes, type CodeChoice } from "../../client/registered-codes.js";
import { ZERO_ADDRESS } from "../../codec/address.js";
import { canonicalJson } from "../../codec/canonical-json.js";
import type { Value } from "../../codec/value.js";
import { completeRecord, type CodeKind } from "../../records/code-layout.js";
import { CONTRACTS } from "../../records/operations/system-contracts.js";
import { codeRecord } from "../../records/stored-code.js";
import { evaluationFailure, NO_CHAIN, valueLeft } from "../../replay/evaluation/evaluations.js";
import { lintCode, type Finding } from "../../lint/lint-code.js";
import { assertCalls } from "../../actions/check-expression.js";
import { evaluateExpression } from "../../vm/machine.js";
import { createAddresses } from "../addresses.js";
import type { ConsoleConnection, Host, Impersonated } from "../connection.js";
import { toValueMap, toValue } from "../to-value.js";
import { classicRecord, methodRecord, assertKind, listedCode } from "./code-record.js";
import type { Signers, Signer } from "../signers.js";
import { parameterUseOf, tryCall, type CallAttempt } from "../../replay/trial/try-call.js";
import { cidOf, parseCode, codeIdOf } from "../../records/code.js";
import { foreignCid } from "./spaces.js";
import { showTrial } from "./debug.js";
import { NO_USE } from "../../records/parameter-use.js";
import { registerCode, registration, type Registrar } from "../../actions/register-code.js";
import { sendInTime } from "../../actions/send-in-time.js";
import { ChainError } from "../../codec/chain-error.js";
import type { RuleSet } from "../../records/rules.js";
import { signTransaction, type SignedTransaction } from "../../records/transaction.js";
import { LOOK_UP_IN_CONSOLE } from "./tx.js";
import { codeCheck } from "../errors.js";

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

interface CallOptions {
  readonly kind?: CodeKind;
  readonly cid?: string;
  /** The sender: an address or the name of a key; by default the zero address. */
  readonly from?: unknown;
  /** Whether parameters are taken literally; otherwise names of keys become addresses. */
  readonly raw?: boolean;
}

/** Tries a call on the current state, of a registered code by name or of an unregistered record. */
export function createCall(connection: ConsoleConnection, host: Pick<Host, "keys">) {
  const { openChain, nowUs } = connection;
  const addresses = createAddresses(connection, host);
  return async (
    nameOrRecord: unknown,
    parameters: unknown = {},
    { kind, cid, from: signer, raw = false }: CallOptions = {},
  ) => {
    assertKind(kind);
    const from = signer === undefined ? ZERO_ADDRESS : await addresses.resolve(signer);
    const space = cid === undefined || raw ? cid : await addresses.resolveCid(cid);
    const chain = await openChain();
    const attempt = { from, parameters: toValueMap(parameters), timestampUs: BigInt(nowUs()) };
    const run = async (called: Pick<CallAttempt, "type" | "kind" | "cid">) => {
      const use = raw ? NO_USE : parameterUseOf(chain, called);
      const values = await addresses.resolveEach(attempt.parameters, use);
      return showTrial(await tryCall(chain, { ...attempt, ...called, parameters: values }));
    };
    if (typeof nameOrRecord === "string") {
      return run({ type: nameOrRecord, kind, cid: space ?? foreignCid(chain, nameOrRecord, kind) });
    }
    const record = completeRecord(toValueMap(nameOrRecord), chain.network.rootSpace, from);
    const text = canonicalJson(record);
    chain.codes.register([text]);
    const method = parseCode(text);
    return run({ type: method.name, kind: method.kind, cid: cidOf(method) });
  };
}

/** The sender of code: a signer, or in a sandbox an impersonated address. */
type Publisher = Signer | Impersonated;

interface Sender {
  readonly address: string;
  /** Sends the transaction that stores a code, and returns its hash. */
  readonly send: (registrar: Registrar, code: string) => Promise<string>;
}

/** Checks a record, sends it, waits and verifies. Throws `CODE_CHECK`, a refusal, or `CODE_NOT_FOUND`. */
function createRegistrar(
  { client, openChain, nowUs, ruleSet, sandbox }: ConsoleConnection,
  signers: Signers,
  wait: (hash: string) => Promise<unknown>,
) {
  const senderOf = async (publisher: Publisher | undefined): Promise<Sender> => {
    if (isImpersonated(publisher)) {
      const { address, send } = publisher;
      return { address, send: (registrar, code) => send(registrar, { code }) };
    }
    const network = await client.networkMembers();
    const { address: from, privateKey } = await signers.unlock(publisher);
    return {
      address: from,
      async send(registrar, code) {
        const sign = (): SignedTransaction =>
          signTransaction(
            registration(registrar, code, { from, timestampUs: BigInt(nowUs()), network }),
            privateKey,
          );
        const send = (transaction: SignedTransaction): Promise<string> => client.sendTransaction(transaction);
        const isHeld = async (hash: string): Promise<boolean> => (await client.getTransaction(hash)) !== null;
        return (await sendInTime(sign, { send, isHeld, lookUp: LOOK_UP_IN_CONSOLE })).hash;
      },
    };
  };
  return async (registrar: Registrar, given: unknown, publisher: Publisher | undefined) => {
    const { network } = await openChain();
    const { address, send } = await senderOf(publisher);
    const text = canonicalJson(completeRecord(toValueMap(given), network.rootSpace, address));
    assertSound(text, ruleSet);
    const method = parseCode(text);
    const hash = await registerCode(text, {
      client,
      async commit() {
        const sent = await advising(
          send(registrar, text),
          registrar === CONTRACTS.REGISTER.type && sandbox !== null,
        );
        await wait(sent);
        return sent;
      },
      lookUp: (name) => `code.get("${name}")`,
    });
    return { name: method.name, version: method.version, id: codeIdOf(method), cid: cidOf(method), hash };
  };
}

/** In a sandbox, advises a sender who may not register to impersonate a manager. */
async function advising<T>(work: Promise<T>, isAdvised: boolean): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (!isAdvised || !(cause instanceof ChainError) || cause.kind !== "refused") throw cause;
    const advice =
      "As a network manager: code.register(record, sandbox.impersonate(address)). The sender of the first block's transaction is one: (await chain.block(1)).transactions[0].address";
    throw cause.with({ advice });
  }
}

function isImpersonated(publisher: Publisher | undefined): publisher is Impersonated {
  return typeof publisher === "object" && "send" in publisher;
}

function assertSound(text: string, ruleSet: RuleSet): void {
  const found = lintCode(text, ruleSet).filter(({ severity }) => severity === "error");
  if (found.length === 0) return;
  throw codeCheck({}, { details: Object.fromEntries(found.map(({ path, sentence }) => [path, sentence])) });
}
