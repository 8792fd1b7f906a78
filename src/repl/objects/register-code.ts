import { canonicalJson } from "../../codec/canonical-json.js";
import { ChainError } from "../../codec/chain-error.js";
import type { Value } from "../../codec/value.js";
import { cidOf, codeIdOf, parseCode } from "../../records/code.js";
import { signTransaction } from "../../records/transaction.js";
import { checkCode } from "../../vm/machine.js";
import type { Connection } from "../connection.js";
import type { Signer, Signers } from "../signers.js";
import { toValueMap } from "../to-value.js";
import { completeRecord } from "./code-record.js";

/** The contracts that take code (PROTOCOL 6). */
type Registrar = "Register" | "Publish";

/**
 * Checks a record, sends it, waits, and looks whether the chain has it. Throws `CODE_CHECK` before anything is sent,
 * the chain's refusal, or `CODE_NOT_FOUND`.
 */
export function createRegistrar(
  { client, openSource, nowUs }: Connection,
  signers: Signers,
  wait: (hash: string) => Promise<unknown>,
) {
  return async (registrar: Registrar, given: unknown, signer: Signer | undefined) => {
    const { network } = await openSource();
    const { address, privateKey } = await signers.unlock(signer);
    const text = canonicalJson(completeRecord(toValueMap(given), network.rootSpace, address));
    assertSound(text);
    const method = parseCode(text);
    const id = codeIdOf(method);
    const transaction = new Map<string, Value>([
      ["type", registrar],
      ["code", text],
      ["timestamp", BigInt(nowUs())],
      ["from", address],
    ]);
    const hash = await client.sendTransaction(signTransaction(transaction, privateKey));
    await wait(hash);
    if ((await client.getCode(id, method.kind)) !== text) throw notFound(method.name, id);
    return { name: method.name, version: method.version, id, cid: cidOf(method), hash };
  };
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
