import type { ChainError } from "../../codec/chain-error.js";
import type { Ledger } from "../../ledger/ledger.js";
import { hasMore, isLonger, ownStatus } from "./chain-status.js";
import { excessWork, orElse, type ClaimedChain } from "./claimed-work.js";

export interface OtherPeer {
  readonly chain: ClaimedChain;
  /** Whether nothing says that it does not give what it announces. Claims are free: no block need exist. */
  readonly isGiving: boolean;
  /** Called when it does not answer. It then has no say. */
  readonly onFailure: (failure: ChainError) => void;
}

/**
 * Whether another neighbour's chains go before the lead's: those of more work (PROTOCOL 15.10), and, where the lead's undo
 * main blocks, those that give as much and undo none (PROTOCOL 11.8). A peer that did not give what it announced only
 * counts where the lead's could not be undone any more. All are asked at once, and the first such answer
 * suffices, so a slow one does not delay the others'.
 */
export function isOtherPreferred(
  lead: ClaimedChain,
  others: readonly OtherPeer[],
  { ledger, isUndoing }: { readonly ledger: Ledger; readonly isUndoing: boolean },
): Promise<boolean> {
  return anyOf(
    others.map(async (other) => {
      const excess = await excessWork(lead, other.chain, other.onFailure);
      if (excess === null) return false;
      if (excess !== 0n) return excess > 0n && (other.isGiving || lead.isFinal);
      return isUndoing && other.isGiving && keepsOurs(lead, other, ledger);
    }),
  );
}

/** Whether a peer's chains with ours are as long as the lead's, and its main chain does not part from ours. */
async function keepsOurs(
  lead: ClaimedChain,
  { chain, onFailure }: OtherPeer,
  ledger: Ledger,
): Promise<boolean> {
  const ours = ownStatus(ledger);
  const { main, resource } = chain.status;
  const joined = { main: Math.max(ours.main, main), resource };
  if (!hasMore(chain.status, ours) || isLonger(lead.status, joined)) return false;
  const height = Math.min(ours.main, main);
  const own = await ledger.store.mainBlockSummary({ height });
  if (own === null) return false;
  const theirs = await orElse(onFailure)(null, chain.client.getBlockSummary(height));
  return theirs?.blockhash === own.blockhash;
}

/** True as soon as one answer is; false once all are. */
async function anyOf(answers: readonly Promise<boolean>[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    for (const answer of answers) answer.then((is) => is && resolve(true), reject);
    Promise.all(answers).then(() => resolve(false), reject);
  });
}
