import { expect } from "chai";
import { timeHashToTime } from "../../src/codec/hash.js";
import type { RoundBook } from "../../src/consensus/round-book.js";
import type { Chunk } from "../../src/records/chunk.js";
import type { Hypothesis } from "../../src/records/hypothesis.js";
import type { Store } from "../../src/store/store.js";

/** Checks all chunks and hypotheses of the honest nodes: none may sign two for one round key and second. */
export class Witness {
  readonly #signed = new Map<string, string>();

  /** Checks what a node itself signed in the open round. */
  hear(address: string, { chunks, hypotheses }: Pick<RoundBook, "chunks" | "hypotheses">): void {
    const chunk = chunks.get(address);
    const hypothesis = hypotheses.get(address);
    if (chunk !== undefined) this.#note("chunk", chunk, chunk.chunk_hash);
    if (hypothesis !== undefined) this.#note("hypothesis", hypothesis, hypothesis.hypothesis_hash);
  }

  #note(kind: string, record: Chunk | Hypothesis, hash: string): void {
    const place = `${kind} of ${record.public_key} for ${record.previous_blockhash} ${record.s_timestamp}`;
    const before = this.#signed.get(place) ?? hash;
    expect(hash, place).to.equal(before);
    this.#signed.set(place, before);
  }
}

const FIXED_HEIGHT = "fixed_height";

/** Checks that fixed blocks of both chains are equal on all nodes and never undone. */
export class FixedBlocks {
  /** By chain and height. */
  readonly #fixed = new Map<string, string>();
  /** The checked height by store. */
  readonly #checked = new Map<Store, { readonly main: number; readonly resource: number }>();

  /** How many main blocks dated so or later were found fixed. */
  mainSince(startUs: number): number {
    const fixed = [...this.#fixed].filter(([place]) => place.startsWith("main "));
    return fixed.filter(([, blockhash]) => timeHashToTime(blockhash) >= startUs).length;
  }

  /** Returns the store's fixed height. */
  async check(store: Store, name: string): Promise<number> {
    const height = Number((await store.readMeta(FIXED_HEIGHT)) ?? "0");
    const resource = await store.resourceBlock({ height });
    expect(resource, `${name}, the fixed resource block ${height}`).to.not.equal(null);
    const mainHeight = resource?.main_height ?? 0;
    const checked = this.#checked.get(store) ?? { main: 1, resource: 1 };
    expect(height, `${name}, the fixed height`).to.be.at.least(checked.resource);
    // From the last checked block on, whose hash covers all blocks before it.
    for (const { height: at, blockhash } of await store.resourceBlocks(checked.resource, height))
      this.#compare(`${name}, fixed resource block ${at}`, `resource ${at}`, blockhash);
    for (const { height: at, blockhash } of await store.mainBlockSummaries(checked.main, mainHeight))
      this.#compare(`${name}, fixed main block ${at}`, `main ${at}`, blockhash);
    this.#checked.set(store, { main: mainHeight, resource: height });
    return height;
  }

  #compare(label: string, place: string, blockhash: string): void {
    const before = this.#fixed.get(place) ?? blockhash;
    expect(blockhash, label).to.equal(before);
    this.#fixed.set(place, before);
  }
}
