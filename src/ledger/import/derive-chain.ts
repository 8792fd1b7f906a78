import { ChainError } from "../../codec/chain-error.js";
import { parseJson } from "../../codec/parse-json.js";
import { TIMESTAMP_ERROR_US } from "../../records/limits.js";
import { mainBlockToText, readMainBlock } from "../../records/main-block.js";
import { isDamage } from "../../store/damage.js";
import type { MainBlockRemains, Store } from "../../store/store.js";
import { applyBlock } from "../apply/apply-batch.js";
import type { Ledger } from "../ledger.js";
import { importChains, type ImportOptions } from "./import-chain.js";
import type { ChainName } from "../apply/placed.js";
import { readMainBlocks, readResourceBlocks } from "./read-blocks.js";
import { rebuildMainBlock } from "./rebuild-block.js";
import { storedMainTexts, storedResourceTexts, type ChainHeights } from "./stored-chain.js";
import { mainBlock } from "../../store/reads.js";

export interface ChainSource {
  readonly store: Pick<Store, "streamMainBlocks" | "mainBlockSummary" | "resourceBlocks">;
  /** The last heights of which any part is left. */
  readonly heights: ChainHeights;
  /** What is left of a main block; `after` is the running number of the last transaction before it. */
  readonly remains: (height: number, after: number) => Promise<MainBlockRemains>;
  /** The number of transactions in the blocks that the ledger has before: those of a pruned chain up to its horizon. */
  readonly transactionsBefore?: number;
}

export interface BlockFault {
  readonly chain: ChainName;
  readonly height: number;
  /** The state key, when the fault concerns one. */
  readonly key: string | null;
  /** One sentence. */
  readonly reason: string;
}

export interface Derivation {
  /** The first block that was damaged and could be rebuilt. */
  readonly mended: BlockFault | null;
  /** The first block that is invalid or missing; neither it nor the blocks that build on it are in the ledger. */
  readonly refused: BlockFault | null;
  /** How many transactions the ledger's blocks hold. */
  readonly transactions: number;
}

/**
 * Derives a stored chain again, with full validation, on an empty ledger, or on one with the state at the height where the
 * chain is pruned. Damaged parts of a block that follow from its seal, its transactions and the blocks before it are
 * rebuilt: a block is refused only when the rest is invalid.
 */
export async function deriveChain(
  source: ChainSource,
  empty: Ledger,
  options: ImportOptions,
): Promise<Derivation> {
  return new Deriver(source, empty, options).derive();
}

class Deriver {
  readonly #source: ChainSource;
  readonly #ledger: Ledger;
  readonly #options: ImportOptions;
  /** The last resource block that may be valid. */
  #lastResource: number;
  #mended: BlockFault | null = null;
  #refused: BlockFault | null = null;
  #transactions: number;

  constructor(source: ChainSource, ledger: Ledger, options: ImportOptions) {
    this.#source = source;
    this.#transactions = source.transactionsBefore ?? 0;
    this.#ledger = ledger;
    this.#lastResource = source.heights.resource;
    this.#options = {
      ...options,
      onBlock: (chain, height, transactions) => {
        this.#transactions += transactions;
        options.onBlock?.(chain, height, transactions);
      },
    };
  }

  async derive(): Promise<Derivation> {
    for (let fault = await this.#import(); fault !== null; fault = await this.#import()) {
      if (fault.chain === "main" && (await this.#takeNext(fault))) continue;
      this.#refused ??= fault;
      if (fault.chain === "main") break;
      // The main chain continues without it as far as it can.
      this.#lastResource = fault.height - 1;
    }
    return { mended: this.#mended, refused: this.#refused, transactions: this.#transactions };
  }

  /** Applies all blocks before the first that cannot be applied as stored, and returns that one; null when all can. */
  async #import(): Promise<BlockFault | null> {
    const { store, heights } = this.#source;
    const { tip, resourceChain } = this.#ledger;
    const main = tip.height + 1;
    const resource = (resourceChain.tip?.height ?? 0) + 1;
    try {
      await importChains(
        this.#ledger,
        {
          main: readMainBlocks(storedMainTexts(store, heights.main, main), main),
          resource: readResourceBlocks(storedResourceTexts(store, this.#lastResource, resource), resource),
        },
        this.#options,
      );
      return null;
    } catch (error) {
      return faultOf(error);
    }
  }

  /** Applies the block after the tip alone, or rebuilt from its remains. Returns false when it is invalid. */
  async #takeNext(fault: BlockFault): Promise<boolean> {
    const { height } = fault;
    return (await this.#takeWhole(height)) || this.#takeRebuilt(fault);
  }

  /** A readable block that shares a read with an unreadable one fails with it at first. */
  async #takeWhole(height: number): Promise<boolean> {
    const { nowUs } = this.#options;
    try {
      const stored = await mainBlock(this.#source.store, { height });
      if (stored === null) return false;
      const block = readMainBlock(parseJson(mainBlockToText(stored)));
      await applyBlock(
        this.#ledger,
        { chain: "main", block },
        { nowUs: () => nowUs, mainAheadUs: TIMESTAMP_ERROR_US },
      );
      this.#options.onBlock?.("main", height, block.transactions.length);
      return true;
    } catch (error) {
      assertOfBlock(error);
      return false;
    }
  }

  async #takeRebuilt(fault: BlockFault): Promise<boolean> {
    const { nowUs } = this.#options;
    const remains = await this.#source.remains(fault.height, this.#transactions);
    const rebuilt = await rebuildMainBlock(this.#ledger, remains, nowUs + TIMESTAMP_ERROR_US);
    if (rebuilt === null) return false;
    await this.#ledger.commit(rebuilt.block, rebuilt.seal);
    this.#mended ??= fault;
    this.#options.onBlock?.("main", fault.height, rebuilt.block.passed.length);
    return true;
  }
}

/** The fault of a block at which an import failed. Throws errors that are not a block's fault. */
function faultOf(error: unknown): BlockFault {
  assertOfBlock(error);
  const { chain, height, key } = error.details;
  if ((chain !== "main" && chain !== "resource") || typeof height !== "number") throw error;
  return { chain, height, key: typeof key === "string" ? key : null, reason: error.message.trim() };
}

/** A disk that is full or failing is no evidence against the blocks. */
function assertOfBlock(error: unknown): asserts error is ChainError {
  if (!(error instanceof ChainError)) throw error;
  if (error.code.startsWith("DATABASE_") && !isDamage(error)) throw error;
}
