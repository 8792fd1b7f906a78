import { pickSummary } from "../../records/main-block.js";
import { assertFollows, assertLast, isAt } from "../chain-order.js";
import type {
  BlockTarget,
  CodeWrite,
  MainBlockCommit,
  MainBlockSummary,
  StoredMainBlock,
  StoredTransaction,
} from "../store.js";

export type OverlayMainChain = ReturnType<typeof overlayMainChain>;

/**
 * The main blocks that were made over a base and follow its last block. Lists are ascending, those of transactions
 * newest first.
 *
 * @param baseEnd the base's last block.
 */
export function overlayMainChain(baseEnd: MainBlockSummary | null) {
  const own: MainBlockCommit[] = [];
  /** By hash, in the order of the chain. */
  const known = new Map<string, OwnTransaction>();
  const last = (): MainBlockSummary | null => {
    const commit = own.at(-1);
    return commit === undefined ? baseEnd : pickSummary(commit.block);
  };
  const find = (target: BlockTarget): MainBlockCommit | undefined => {
    const isWanted = isAt(target);
    return own.find(({ block }) => isWanted(block));
  };
  const between = (fromHeight: number, toHeight: number): readonly MainBlockCommit[] =>
    own.filter(({ block }) => block.height >= fromHeight && block.height <= toHeight);

  return {
    baseHeight: baseEnd?.height ?? 0,
    get last() {
      return last();
    },
    /** The blocks above the base. */
    get own(): readonly MainBlockCommit[] {
      return own;
    },
    append(commit: MainBlockCommit): void {
      assertFollows(commit.block, last());
      own.push(commit);
      const { height } = commit.block;
      for (const { hash, record, addresses } of commit.transactions)
        known.set(hash, { stored: { hash, record, height }, addresses });
    },
    /** Removes the last block and returns its code keys. */
    removeLast(height: number): readonly string[] {
      assertLast(height, own.at(-1)?.block ?? null);
      const removed = own.pop();
      for (const { hash } of removed?.transactions ?? []) known.delete(hash);
      return removed?.codeKeys ?? [];
    },
    block(target: BlockTarget): StoredMainBlock | null {
      const found = find(target);
      return found === undefined ? null : toStored(found);
    },
    summary(target: BlockTarget): MainBlockSummary | null {
      const found = find(target);
      return found === undefined ? null : pickSummary(found.block);
    },
    blocks: (fromHeight: number, toHeight: number) => between(fromHeight, toHeight).map(toStored),
    summaries: (fromHeight: number, toHeight: number) =>
      between(fromHeight, toHeight).map(({ block }) => pickSummary(block)),
    transaction: (hash: string): StoredTransaction | null => known.get(hash)?.stored ?? null,
    transactions: (address?: string): readonly StoredTransaction[] =>
      [...known.values()]
        .filter(({ addresses }) => address === undefined || addresses.includes(address))
        .map(({ stored }) => stored)
        .toReversed(),
    codeWrites: (): readonly CodeWrite[] =>
      own.flatMap(({ block: { height }, codeKeys }) => codeKeys.map((key) => ({ key, height }))),
  };
}

interface OwnTransaction {
  readonly stored: StoredTransaction;
  readonly addresses: readonly string[];
}

function toStored({ block, transactions }: MainBlockCommit): StoredMainBlock {
  // Hashes are hexadecimal and records JSON, so nothing needs quoting.
  const members = transactions.map(({ hash, record }) => `"${hash}":${record}`);
  return { ...block, transactions: `{${members.join(",")}}` };
}
