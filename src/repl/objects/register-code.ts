import { canonicalJson } from "../../codec/canonical-json.js";
import { ChainError } from "../../codec/chain-error.js";
import type { Value } from "../../codec/value.js";
import { cidOf, codeIdOf, parseCode } from "../../records/code.js";
import { signTransaction } from "../../records/transaction.js";
import { checkCode } from "../../vm/machine.js";
import type { Connection } from "../connection.js";
import type { Impersonated } from "../sandbox.js";
import type { Signer, Signers } from "../signers.js";
import { toValueMap } from "../to-value.js";
import { completeRecord } from "./code-record.js";

/** The contracts that store code (PROTOCOL 6.1). */
type Registrar = "Register" | "Publish";

/** The sender of code: a signer, or in a sandbox an impersonated address. */
export type Publisher = Signer | Impersonated;

/**
 * Checks a record, sends it, waits, and verifies that the chain has it. Throws `CODE_CHECK` before anything is sent,
 * the chain's refusal, or `CODE_NOT_FOUND`.
 */
export function createRegistrar(
  { client, openSource, nowUs, sandbox }: Connection,
  signers: Signers,
  wait: (hash: string) => Promise<unknown>,
) {
  const senderOf = async (publisher: Publisher | undefined): Promise<Impersonated> => {
    if (isImpersonated(publisher)) return publisher;
    const { address, privateKey } = await signers.unlock(publisher);
    return {
      address,
      send(type, parameters) {
        const members = new Map<string, Value>([
          ["type", type],
          ...toValueMap(parameters),
          ["timestamp", BigInt(nowUs())],
          ["from", address],
        ]);
        return client.sendTransaction(signTransaction(members, privateKey));
      },
    };
  };
  return async (registrar: Registrar, given: unknown, publisher: Publisher | undefined) => {
    const { network } = await openSource();
    const { address, send } = await senderOf(publisher);
    const text = canonicalJson(completeRecord(toValueMap(given), network.rootSpace, address));
    assertSound(text);
    const method = parseCode(text);
    const id = codeIdOf(method);
    const hash = await advising(
      send(registrar, { code: text }),
      registrar === "Register" && sandbox !== null,
    );
    await wait(hash);
    if ((await client.getCode(id, method.kind)) !== text) throw notFound(method.name, id);
    return { name: method.name, version: method.version, id, cid: cidOf(method), hash };
  };
}

/** In a sandbox, advises a sender who may not register to impersonate a manager. */
async function advising<T>(work: Promise<T>, isAdvised: boolean): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (!isAdvised || !(cause instanceof ChainError) || cause.kind !== "refused") throw cause;
    throw new ChainError(cause.code, cause.message, {
      details: cause.details,
      advice:
        "As a network manager: code.register(record, sandbox.impersonate(address)). The sender of the first block's transaction is one: (await chain.block(1)).transactions[0].address",
      cause,
    });
  }
}

function isImpersonated(publisher: Publisher | undefined): publisher is Impersonated {
  return typeof publisher === "object" && "send" in publisher;
}

function assertSound(text: string): void {
  const errors = checkCode(text).filter(({ severity }) => severity === "error");
  if (errors.length === 0) return;
  throw new ChainError("CODE_CHECK", "The code would not work. Nothing was sent. ", {
    details: Object.fromEntries(errors.map(({ path, sentence }) => [path, sentence])),
    advice: "Warnings too: code.check(record)",
  });
}

function notFound(name: string, id: string): ChainError {
  return new ChainError("CODE_NOT_FOUND", "The transaction is on the chain, and the code is not. ", {
    details: { name, id },
    advice: "Another transaction may have registered a newer version: code.get(name)",
  });
}
