import type { StateKind } from "../../src/codec/state-key.js";
import { expect } from "chai";
import { parseJson } from "../../src/codec/parse-json.js";
import { Ledger } from "../../src/ledger/ledger.js";
import { verifyMainBlock } from "../../src/ledger/verify-block.js";
import { mainBlockToText, readMainBlock, type MainBlock } from "../../src/records/main-block.js";
import { createNetwork } from "../../src/records/network.js";
import {
  resourceBlockToText,
  readResourceBlock,
  type ResourceBlock,
} from "../../src/records/resource-block.js";
import type { SignedTransaction } from "../../src/records/transaction.js";
import type { OverlayStore } from "../../src/store/overlay/overlay-store.js";
import type { StateEntry, Store } from "../../src/store/store.js";
import type { Founding } from "./founding.js";
import { checkConservation } from "./conservation.js";
import { copyDisk } from "./disk.js";
import type { Tally } from "./tally.js";
import { mainBlock } from "../../src/store/reads.js";

/** Later than any clock: the nodes themselves refuse blocks that are too early. */
const NO_TIME_LIMIT = Number.MAX_SAFE_INTEGER;

/** The node addresses of those that make blocks. */
export interface Makers {
  readonly all: ReadonlySet<string>;
  /** Those that follow the local rules. */
  readonly strict: ReadonlySet<string>;
}

export interface AuditorOptions {
  readonly tally: Tally;
  readonly makers: Makers;
}

/**
 * Validates every block of every chain once, from the founding on, and checks how each block changes the supply. It
 * uses its own ledger, which moves from one chain to the next by undoing and applying blocks.
 */
export class Auditor {
  readonly #store: OverlayStore;
  readonly #ledger: Ledger;
  readonly #tally: Tally;
  readonly #makers: Makers;
  readonly #seen = new Set<string>();
  readonly #verified = new Set<string>();
  #newest = "";

  private constructor(store: OverlayStore, ledger: Ledger, { tally, makers }: AuditorOptions) {
    this.#store = store;
    this.#ledger = ledger;
    this.#tally = tally;
    this.#makers = makers;
  }

  static async open({ store, network }: Founding, options: AuditorOptions): Promise<Auditor> {
    const copy = await copyDisk(store);
    return new Auditor(copy, await Ledger.open(copy, createNetwork(network)), options);
  }

  /** Validates the blocks of a store that are new. */
  async audit(store: Store): Promise<void> {
    const [main, resource] = [await store.mainBlockSummary("last"), await store.resourceBlock("last")];
    if (this.#seen.has(main?.blockhash ?? "") && this.#seen.has(resource?.blockhash ?? "")) return;
    await this.#follow(store);
  }

  /** Checks that the state of a store is what its blocks result in. */
  async auditState(store: Store): Promise<void> {
    await this.#follow(store);
    for (const kind of ["universal", "local"] as const)
      expect(await cellsOf(store, kind), `the ${kind} state`).to.deep.equal(await cellsOf(this.#store, kind));
  }

  async #follow(store: Store): Promise<void> {
    const ledger = this.#ledger;
    const last = (await store.mainBlockSummary("last"))?.height ?? 0;
    const lastResource = (await store.resourceBlock("last"))?.height ?? 0;
    const common = await commonHeight(this.#store, store, "mainBlockSummary", ledger.tip.height);
    const resourceHeight = ledger.resourceChain.tip?.height ?? 0;
    const resourceCommon = await commonHeight(this.#store, store, "resourceBlock", resourceHeight);
    if (common < Math.min(last, ledger.tip.height)) this.#tally.count("main fork");
    if (resourceCommon < Math.min(lastResource, resourceHeight)) this.#tally.count("resource fork");
    while (ledger.tip.height > common) await ledger.undo();
    while ((ledger.resourceChain.tip?.height ?? 0) > resourceCommon) await ledger.resourceChain.undo();
    const resources = [...(await store.resourceBlocks(resourceCommon + 1, lastResource))].map((block) =>
      readResourceBlock(parseJson(resourceBlockToText(block))),
    );
    for (let height = common + 1; height <= last; height += 1) {
      await this.#applyUpTo(resources, ledger.tip.height);
      const block = await mainBlock(store, { height });
      if (block === null) throw new Error(`There is no main block ${height}. `);
      await this.#applyMain(readMainBlock(parseJson(mainBlockToText(block))));
    }
    await this.#applyUpTo(resources, last);
    expect(resources, "resource blocks without their main blocks").to.deep.equal([]);
  }

  async #applyUpTo(resources: ResourceBlock[], mainHeight: number): Promise<void> {
    for (let next = resources[0]; next !== undefined && next.main_height <= mainHeight; next = resources[0]) {
      resources.shift();
      await this.#ledger.resourceChain.commit(next, NO_TIME_LIMIT, { isTentative: true });
      if (!this.#isNew(next.blockhash)) continue;
      this.#tally.count("resource block");
      this.#tally.count("receipt in a block", next.receipts.size);
      this.#checkReceipts(next);
    }
  }

  /** Receipts cost nothing to make, so a miner includes those of nodes that work alone (PROTOCOL 15.4). */
  #checkReceipts({ height, validator, receipts }: ResourceBlock): void {
    if (!this.#makers.strict.has(validator)) return;
    const strangers = [...receipts.keys()].filter((asker) => !this.#makers.all.has(asker));
    expect(strangers.length, `resource block ${height} holds receipts of strangers`).to.equal(0);
  }

  async #applyMain(block: MainBlock): Promise<void> {
    const ledger = this.#ledger;
    const known = await this.#store.knownTransactions(block.transactions.map(({ hash }) => hash));
    expect([...known], "applied twice").to.deep.equal([]);
    const options = { nowUs: NO_TIME_LIMIT, isVerified: (each: SignedTransaction) => this.#isVerified(each) };
    await ledger.commit(await verifyMainBlock(ledger, block, options), block.seal);
    for (const { hash, signature } of block.transactions) this.#verified.add(hash + signature);
    if (!this.#isNew(block.blockhash)) return;
    await this.#countHands(block);
    this.#tally.count("main block");
    this.#tally.count("transaction in a block", block.transactions.length);
    checkConservation(ledger.network, block, this.#tally);
  }

  /** Whether the newest slot has changed hands. */
  async #countHands({ s_timestamp }: MainBlock): Promise<void> {
    const newest = (await this.#ledger.validatorsAt(s_timestamp)).at(-1) ?? "";
    if (newest !== this.#newest) this.#tally.count("newest slot changed hands");
    this.#newest = newest;
  }

  #isNew(blockhash: string): boolean {
    const isNew = !this.#seen.has(blockhash);
    this.#seen.add(blockhash);
    return isNew;
  }

  #isVerified({ hash, signature }: SignedTransaction): boolean {
    return this.#verified.has(hash + signature);
  }
}

async function commonHeight(
  ours: Store,
  theirs: Store,
  block: "mainBlockSummary" | "resourceBlock",
  from: number,
): Promise<number> {
  for (let height = from; height > 0; height -= 1) {
    const [mine, other] = [await ours[block]({ height }), await theirs[block]({ height })];
    if (mine?.blockhash === other?.blockhash) return height;
  }
  return 0;
}

async function cellsOf(store: Store, kind: StateKind): Promise<readonly StateEntry[]> {
  return store.listState(kind, "");
}
