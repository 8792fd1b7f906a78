import { registerCode, registration, type Registrar } from "../../actions/register-code.js";
import { sendInTime } from "../../actions/send-in-time.js";
import { canonicalJson } from "../../codec/canonical-json.js";
import { ChainError } from "../../codec/chain-error.js";
import { cidOf, codeIdOf, parseCode } from "../../records/code.js";
import { completeRecord } from "../../records/code-layout.js";
import { CONTRACTS } from "../../records/operations/system-contracts.js";
import type { RuleSet } from "../../records/rules.js";
import { signTransaction, type SignedTransaction } from "../../records/transaction.js";
import { lintCode } from "../../lint/lint-code.js";
import type { ConsoleConnection, Impersonated } from "../connection.js";
import type { Signer, Signers } from "../signers.js";
import { toValueMap } from "../to-value.js";
import { LOOK_UP_IN_CONSOLE } from "./tx.js";
import { codeCheck } from "../errors.js";

/** The sender of code: a signer, or in a sandbox an impersonated address. */
export type Publisher = Signer | Impersonated;

interface Sender {
  readonly address: string;
  /** Sends the transaction that stores a code, and returns its hash. */
  readonly send: (registrar: Registrar, code: string) => Promise<string>;
}

/** Checks a record, sends it, waits and verifies. Throws `CODE_CHECK`, a refusal, or `CODE_NOT_FOUND`. */
export function createRegistrar(
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
        return (await sendInTime(sign, { send, lookUp: LOOK_UP_IN_CONSOLE })).hash;
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
