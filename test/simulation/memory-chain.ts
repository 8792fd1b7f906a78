import { ChainError } from "../../src/codec/chain-error.js";
import type { BlockTarget } from "../../src/store/store.js";

interface Link {
  readonly height: number;
  readonly blockhash: string;
  readonly previous_blockhash: string;
}

/** The blocks of one chain in memory, from height 1. */
export class MemoryChain<Block extends Link> {
  readonly #blocks: Block[];
  readonly #heights: Map<string, number>;

  constructor(blocks: readonly Block[] = []) {
    this.#blocks = [...blocks];
    this.#heights = new Map(blocks.map(({ blockhash, height }) => [blockhash, height]));
  }

  clone(): MemoryChain<Block> {
    return new MemoryChain(this.#blocks);
  }

  get last(): Block | null {
    return this.#blocks.at(-1) ?? null;
  }

  get all(): readonly Block[] {
    return this.#blocks;
  }

  at(target: BlockTarget): Block | null {
    const height = "height" in target ? target.height : (this.#heights.get(target.blockhash) ?? 0);
    return this.#blocks[height - 1] ?? null;
  }

  /** Both heights included. */
  range(from: number, to: number): readonly Block[] {
    return this.#blocks.slice(Math.max(from, 1) - 1, Math.max(to, 0));
  }

  append(block: Block): void {
    const { height, previous_blockhash, blockhash } = block;
    if (height !== this.#blocks.length + 1 || previous_blockhash !== (this.last?.blockhash ?? ""))
      throw disorder(`Block ${height} does not follow the last one. `);
    this.#blocks.push(block);
    this.#heights.set(blockhash, height);
  }

  /** Takes the last block back, which must have this height. */
  remove(height: number): Block {
    const last = this.#blocks.at(-1);
    if (last?.height !== height) throw disorder(`Block ${height} is not the last one. `);
    this.#blocks.pop();
    this.#heights.delete(last.blockhash);
    return last;
  }
}

function disorder(message: string): ChainError {
  return new ChainError("BLOCK_ORDER", message, { kind: "local" });
}
