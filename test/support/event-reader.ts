import { expect } from "chai";
import { idToPlace } from "../../src/records/event-place.js";
import type { Store } from "../../src/store/store.js";

/** An event as a reader gets it; null members are missing in the stream. */
export interface ReceivedEvent {
  readonly type: string | null;
  readonly id: string | null;
  readonly data: Readonly<Record<string, unknown>> | null;
}

/** Reads the frames of a stream, as the specification of server-sent events says, one text a frame or several. */
export function readFrames(text: string): readonly ReceivedEvent[] {
  return text
    .split("\n\n")
    .filter((frame) => frame !== "")
    .map((frame) => {
      const field = (name: string): string | null =>
        frame
          .split("\n")
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2) ?? null;
      const data = field("data");
      return {
        type: field("event"),
        id: field("id"),
        data: data === null ? null : (JSON.parse(data) as Readonly<Record<string, unknown>>),
      };
    });
}

interface HeldBlock {
  readonly height: number;
  readonly blockhash: string;
  /** Of a main block: its transactions so far, and how many it has. */
  readonly transactions: string[];
  readonly transaction_count: number;
}

interface HeldResourceBlock {
  readonly height: number;
  readonly blockhash: string;
  readonly main_height: number;
  readonly main_blockhash: string;
}

interface Ends {
  readonly main_height: number;
  readonly main_blockhash: string;
  readonly resource_height: number;
  readonly resource_blockhash: string;
}

/**
 * The exact consumer of docs/events.md: it applies every event, and expects that each follows from what it holds, so
 * that a missing, doubled or misplaced event fails at once.
 */
export class EventReader {
  readonly main: HeldBlock[] = [];
  readonly resource: HeldResourceBlock[] = [];
  fixed = { main_height: 0, resource_height: 0 };
  /** The last id. */
  id: string | null;
  /** How often each type came. */
  readonly counts = new Map<string, number>();

  /** @param after null for one that begins now, and then holds nothing that it can compare. */
  constructor(after: "0" | null = "0") {
    this.id = after;
  }

  /** Applies the frames of a text. */
  take(text: string): void {
    for (const event of readFrames(text)) this.apply(event);
  }

  apply({ type, id, data }: ReceivedEvent): void {
    if (type !== null && data !== null) {
      this.counts.set(type, (this.counts.get(type) ?? 0) + 1);
      this.#applyData(type, data);
      expect(id !== null, `${type} has an id when it can be replayed`).to.equal(isReplayed(type, data));
    }
    if (id === null) return;
    this.id = id;
    expect(idToPlace(id), "the id names what the reader holds").to.deep.equal({
      main: endOf(this.main),
      resource: endOf(this.resource),
      fixed: this.fixed.resource_height,
      transactions: missingOf(this.main.at(-1)),
    });
  }

  #applyData(type: string, data: Readonly<Record<string, unknown>>): void {
    switch (type) {
      case "main_block":
        return this.#append(data as never);
      case "resource_block":
        return this.#appendResource(data as never);
      case "undone":
        return this.#undo(data as never);
      case "fixed":
        return this.#fix(data as never);
      case "reset":
        return this.#reset(data as never);
      case "transaction":
        return data["state"] === "committed" ? this.#commit(data as never) : undefined;
      default:
        return undefined;
    }
  }

  #append(block: {
    readonly height: number;
    readonly blockhash: string;
    readonly previous_blockhash: string;
    readonly transaction_count: number;
  }): void {
    const last = this.main.at(-1);
    expect([block.height, block.previous_blockhash]).to.deep.equal([
      (last?.height ?? 0) + 1,
      last?.blockhash ?? "",
    ]);
    expect(missingOf(last), "all transactions of the last block").to.equal(0);
    const { height, blockhash, transaction_count } = block;
    this.main.push({ height, blockhash, transaction_count, transactions: [] });
  }

  #appendResource(block: HeldResourceBlock & { readonly previous_blockhash: string }): void {
    const last = this.resource.at(-1);
    expect([block.height, block.previous_blockhash]).to.deep.equal([
      (last?.height ?? 0) + 1,
      last?.blockhash ?? "",
    ]);
    const { height, blockhash, main_height, main_blockhash } = block;
    expect(this.main[main_height - 1]?.blockhash ?? "", "the main block that it names").to.equal(
      main_blockhash,
    );
    this.resource.push({ height, blockhash, main_height, main_blockhash });
  }

  #commit(told: { readonly hash: string; readonly height: number; readonly blockhash: string }): void {
    const last = this.main.at(-1);
    expect([told.height, told.blockhash]).to.deep.equal([last?.height, last?.blockhash]);
    expect(missingOf(last), "a transaction that the block has").to.be.greaterThan(0);
    last?.transactions.push(told.hash);
  }

  #undo(told: {
    readonly chain: "main" | "resource";
    readonly height: number;
    readonly blockhash: string;
    readonly previous_blockhash: string;
  }): void {
    const { chain, height, blockhash, previous_blockhash } = told;
    const blocks: { readonly height: number; readonly blockhash: string }[] = this[chain];
    expect(endOf(blocks)).to.deep.equal({ height, blockhash });
    blocks.pop();
    expect(blocks.at(-1)?.blockhash ?? "").to.equal(previous_blockhash);
    if (chain === "main")
      expect(this.resource.at(-1)?.main_height ?? 0, "no resource block names it").to.be.lessThan(height);
    // The transactions of the block before have all been told.
    const last = this.main.at(-1);
    if (chain === "main" && last !== undefined) expect(missingOf(last)).to.equal(0);
  }

  #fix(ends: Ends): void {
    expectEnds(this.main[ends.main_height - 1], ends.main_height, ends.main_blockhash);
    expectEnds(this.resource[ends.resource_height - 1], ends.resource_height, ends.resource_blockhash);
    this.fixed = { main_height: ends.main_height, resource_height: ends.resource_height };
  }

  #reset(ends: Ends): void {
    this.main.length = Math.min(this.main.length, ends.main_height);
    this.resource.length = Math.min(this.resource.length, ends.resource_height);
    this.fixed = { main_height: ends.main_height, resource_height: ends.resource_height };
    expect(endOf(this.main)).to.deep.equal({ height: ends.main_height, blockhash: ends.main_blockhash });
    expect(endOf(this.resource)).to.deep.equal({
      height: ends.resource_height,
      blockhash: ends.resource_blockhash,
    });
  }

  /** Whether it holds the last blocks of a store with all their transactions. */
  async isAtEndOf(store: Store): Promise<boolean> {
    const [main, resource] = [await store.mainBlockSummary("last"), await store.resourceBlock("last")];
    return (
      endOf(this.main).blockhash === (main?.blockhash ?? "") &&
      endOf(this.resource).blockhash === (resource?.blockhash ?? "") &&
      missingOf(this.main.at(-1)) === 0
    );
  }

  /** Expects that it holds both chains of a store, block by block, and each block's transactions in order. */
  async expectChains(store: Store): Promise<void> {
    const [main, resource] = [await store.mainBlockSummary("last"), await store.resourceBlock("last")];
    const mains: HeldBlock[] = [];
    for await (const stored of store.streamMainBlocks(1, main?.height ?? 0)) {
      const transactions = Object.keys(JSON.parse(stored.transactions) as object);
      const { height, blockhash } = stored;
      mains.push({ height, blockhash, transactions, transaction_count: transactions.length });
    }
    expect(this.main).to.deep.equal(mains);
    const resources = await store.resourceBlockSummaries(1, resource?.height ?? 0);
    expect(this.resource).to.deep.equal(
      resources.map(({ height, blockhash, main_height, main_blockhash }) => ({
        height,
        blockhash,
        main_height,
        main_blockhash,
      })),
    );
  }
}

function expectEnds(block: { readonly blockhash: string } | undefined, height: number, hash: string): void {
  expect(height === 0 ? "" : block?.blockhash).to.equal(hash);
}

function endOf(blocks: readonly { readonly height: number; readonly blockhash: string }[]): {
  readonly height: number;
  readonly blockhash: string;
} {
  const { height, blockhash } = blocks.at(-1) ?? { height: 0, blockhash: "" };
  return { height, blockhash };
}

function missingOf(block: HeldBlock | undefined): number {
  return block === undefined ? 0 : block.transaction_count - block.transactions.length;
}

function isReplayed(type: string, data: Readonly<Record<string, unknown>>): boolean {
  if (type === "transaction") return data["state"] === "committed";
  return type !== "peer" && type !== "ready";
}
