import type { Client } from "../../client/index.js";
import { listReadableCodes } from "../../client/registered-codes.js";
import { ChainError } from "../../codec/chain-error.js";
import type { ReadChain } from "../../replay/read-chain.js";
import { cidOf, type Method } from "../../records/code.js";
import type { CodeKind } from "../../records/code-layout.js";
import { nearestName } from "../../base/text/nearest-name.js";
import { SYSTEM_CONTRACTS } from "../../records/operations/system-contracts.js";
import type { SignedTransaction } from "../../records/transaction.js";

/** The cid of the only code of a name outside of the network's space; undefined without or with several. */
export function foreignCid(
  { codes, network }: Pick<ReadChain, "codes" | "network">,
  name: string,
  kind: CodeKind | undefined,
): string | undefined {
  const cids = new Set(
    codes.readable
      .map(({ method }) => method)
      .filter((method) => method.name === name && (kind === undefined || method.kind === kind))
      .map(cidOf),
  );
  return cids.size === 1 && !cids.has(network.rootCid) ? [...cids][0] : undefined;
}

/** Adds advice when a contract is not in the space: whether the name, or a similar one, is in another space. */
export async function adviseSpace<T>(
  client: Client,
  { type, cid }: SignedTransaction,
  sent: Promise<T>,
): Promise<T> {
  try {
    return await sent;
  } catch (cause) {
    if (cid !== null || !(cause instanceof ChainError) || cause.code !== "CONTRACT_MISSING") throw cause;
    const contracts = (await listReadableCodes(client)).filter(({ method }) => method.kind === "contract");
    const { details, advice } = whereabouts(
      type,
      contracts.map(({ method }) => method),
    );
    throw cause.with({ details, advice });
  }
}

function whereabouts(
  type: string,
  contracts: readonly Method[],
): { readonly details?: { readonly cid: string } | undefined; readonly advice?: string | undefined } {
  const found = contracts.filter(({ name }) => name === type);
  if (found.length > 0) {
    return {
      details: { cid: found.map(cidOf).join(" ") },
      advice: `Name the space that it is in: tx.send('${type}', { cid, ... })`,
    };
  }
  const names = [...SYSTEM_CONTRACTS.keys(), ...contracts.map(({ name }) => name)];
  const nearest = nearestName(type, names);
  return nearest === undefined ? {} : { advice: `Did you mean ${nearest}?` };
}
