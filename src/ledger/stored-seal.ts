import { ChainError } from "../codec/chain-error.js";
import { merkleRoot } from "../codec/hash.js";
import { parseJson } from "../codec/parse-json.js";
import { Fields } from "../records/fields.js";
import type { Network } from "../records/network.js";
import { assertSeal, readSeal } from "../records/seal.js";
import type { StoredMainBlock } from "../store/store.js";
import { confirmedHeight, selectValidators, type SlotHistory } from "./validators.js";

/** What tells whether a block is sealed. */
export interface StoredSeal extends Pick<
  StoredMainBlock,
  "s_timestamp" | "previous_blockhash" | "blockhash"
> {
  readonly seal: string;
  /** The hashes of the block's transactions, in its order. */
  readonly hashes: readonly string[];
}

/**
 * Whether validators have sealed a block of a chain (PROTOCOL 8.11). Honest nodes may hold different seals of one block,
 * because no hash covers them: so a seal is verified where anything else is compared.
 */
export async function isSealedBlock(
  history: SlotHistory,
  network: Network,
  { seal, hashes, ...block }: StoredSeal,
): Promise<boolean> {
  const confirmed = await confirmedHeight(history, network, block.s_timestamp);
  const slots = await selectValidators(history, network, confirmed);
  try {
    const content = { ...block, transactionRoot: merkleRoot(hashes) };
    const members = new Fields(new Map([["seal", parseJson(seal)]]), "main block").map("seal");
    assertSeal(readSeal(members), content, { slots, rules: network.ruleSet });
    return true;
  } catch (error) {
    if (error instanceof ChainError) return false;
    throw error;
  }
}
