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

/** The main blocks that were made over a base and follow its last block. */
export class OverlayMainChain {
  readonly #last: MainBlockSummary | null;
  readonly #commits: MainBlockCommit[] = [];
  /** By hash, in the order of the chain. */
  readonly #transactions = new Map<string, OwnTransaction>();

  /** @param last the base's last block. */
  constructor(last: MainBlockSummary | null) {
    this.#last = last;
  }

  get baseHeight(): number {
    return this.#last?.height ?? 0;
  }

  get last(): MainBlockSummary | null {
    const own = this.#commits.at(-1);
    return own === undefined ? this.#last : pickSummary(own.block);
  }

  /** The blocks above the base, ascending. */
  get own(): readonly MainBlockCommit[] {
    return this.#commits;
  }

  append(commit: MainBlockCommit): void {
    assertFollows(commit.block, this.last);
    this.#commits.push(commit);
    const { height } = commit.block;
    for (const { hash, record, addresses } of commit.transactions)
      this.#transactions.set(hash, { stored: { hash, record, height }, addresses });
  }

  /** Removes the last block and returns its code keys. */
  removeLast(height: number): readonly string[] {
    assertLast(height, this.#commits.at(-1)?.block ?? null);
    const removed = this.#commits.pop();
    for (const { hash } of removed?.transactions ?? []) this.#transactions.delete(hash);
    return removed?.codeKeys ?? [];
  }

  block(target: BlockTarget): StoredMainBlock | null {
    const found = this.#find(target);
    return found === undefined ? null : toStored(found);
  }

  summary(target: BlockTarget): MainBlockSummary | null {
    const found = this.#find(target);
    return found === undefined ? null : pickSummary(found.block);
  }

  /** Ascending. */
  blocks(fromHeight: number, toHeight: number): readonly StoredMainBlock[] {
    return this.#between(fromHeight, toHeight).map(toStored);
  }

  /** Ascending. */
  summaries(fromHeight: number, toHeight: number): readonly MainBlockSummary[] {
    return this.#between(fromHeight, toHeight).map(({ block }) => pickSummary(block));
  }

  transaction(hash: string): StoredTransaction | null {
    return this.#transactions.get(hash)?.stored ?? null;
  }

  /** Newest first. */
  transactions(address?: string): readonly StoredTransaction[] {
    return [...this.#transactions.values()]
      .filter(({ addresses }) => address === undefined || addresses.includes(address))
      .map(({ stored }) => stored)
      .toReversed();
  }

  /** In their order. */
  codeWrites(): readonly CodeWrite[] {
    return this.#commits.flatMap(({ block: { height }, codeKeys }) =>
      codeKeys.map((key) => ({ key, height })),
    );
  }

  #find(target: BlockTarget): MainBlockCommit | undefined {
    const isWanted = isAt(target);
    return this.#commits.find(({ block }) => isWanted(block));
  }

  #between(fromHeight: number, toHeight: number): readonly MainBlockCommit[] {
    return this.#commits.filter(({ block }) => block.height >= fromHeight && block.height <= toHeight);
  }
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
