import type { Client } from "../../client/index.js";
import { listCodes } from "../../client/registered-codes.js";
import { ChainError } from "../../codec/chain-error.js";
import type { ChainSource } from "../../node/trial/chain-source.js";
import { cidOf, parseCode, type CodeKind } from "../../records/code.js";
import type { SignedTransaction } from "../../records/transaction.js";

/** The cid of the one code of a name that is not the network's own; undefined where the network has one, or several are. */
export function foreignCid(
  { codes: { texts }, network }: Pick<ChainSource, "codes" | "network">,
  name: string,
  kind: CodeKind | undefined,
): string | undefined {
  const cids = new Set(
    texts
      .map(parseCode)
      .filter((method) => method.name === name && (kind === undefined || method.kind === kind))
      .map(cidOf),
  );
  return cids.size === 1 && !cids.has(network.rootCid) ? [...cids][0] : undefined;
}

/** What was refused because its cid was left out, though a code of the name is in another space, is told that. */
export async function adviseSpace<T>(
  client: Client,
  { type, cid }: SignedTransaction,
  sent: Promise<T>,
): Promise<T> {
  try {
    return await sent;
  } catch (cause) {
    if (cid !== null || !(cause instanceof ChainError) || cause.kind !== "refused") throw cause;
    const codes = await listCodes(client);
    const found = codes.filter(({ method }) => method.kind === "contract" && method.name === type);
    const isMissing = new RegExp(`^There is no contract code: \\w+ ${type}`).test(cause.message);
    if (!isMissing || found.length === 0) throw cause;
    throw new ChainError(cause.code, cause.message, {
      details: { ...cause.details, cid: found.map(({ method }) => cidOf(method)).join(" ") },
      advice: `Name the space that it is in: tx.send('${type}', { cid, ... })`,
      cause,
    });
  }
}
