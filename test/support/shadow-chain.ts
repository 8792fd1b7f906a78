import { parseJson } from "../../src/codec/parse-json.js";
import { answerRequest } from "../../src/ledger/requests/answer-request.js";
import { Ledger } from "../../src/ledger/ledger.js";
import { verifyMainBlock } from "../../src/ledger/verify-block.js";
import type { Engine } from "../../src/api/engine.js";
import { roundView } from "../../src/api/views/chain-views.js";
import { mainBlockToText, readMainBlock, type MainBlock } from "../../src/records/main-block.js";
import { createNetwork, type NetworkDefinition } from "../../src/records/network.js";
import { resourceBlockToText, readResourceBlock } from "../../src/records/resource-block.js";
import { readRequest } from "../../src/records/request.js";
import type { Store } from "../../src/store/store.js";
import { forwardTo } from "./forward-to.js";
import { mainBlock } from "../../src/store/reads.js";

/** Later than any block, because a forger accepts any time. */
const NO_TIME_LIMIT = Number.MAX_SAFE_INTEGER;

/** A second chain that a hostile node shows in place of its own. */
export class ShadowChain {
  readonly ledger: Ledger;

  private constructor(ledger: Ledger) {
    this.ledger = ledger;
  }

  static async open(store: Store, network: NetworkDefinition): Promise<ShadowChain> {
    return new ShadowChain(await Ledger.open(store, createNetwork(network)));
  }

  /** Becomes a copy of another chain up to a main height; its last main block is altered. */
  async follow(
    source: Store,
    {
      to = NO_TIME_LIMIT,
      alter = (block: MainBlock) => block,
    }: { readonly to?: number; readonly alter?: (last: MainBlock) => MainBlock } = {},
  ): Promise<void> {
    const { ledger } = this;
    const last = Math.min(to, (await source.mainBlockSummary("last"))?.height ?? 0);
    const lastResource = (await source.resourceBlock("last"))?.height ?? 0;
    const main = await this.#common(source, "mainBlockSummary", Math.min(last - 1, ledger.tip.height));
    const resourceTip = ledger.resourceChain.tip?.height ?? 0;
    const resource = await this.#common(source, "resourceBlock", Math.min(lastResource, resourceTip));
    while ((ledger.resourceChain.tip?.height ?? 0) > resource) await ledger.resourceChain.undo();
    while (ledger.tip.height > main) await ledger.undo();
    await this.#takeResources(source);
    for (let height = main + 1; height <= last; height += 1) {
      const stored = await mainBlock(source, { height });
      if (stored === null) return;
      const block = readMainBlock(parseJson(mainBlockToText(stored)));
      await this.take(height === last ? alter(block) : block);
      await this.#takeResources(source);
    }
  }

  /** Adds a main block. */
  async take(block: MainBlock): Promise<void> {
    const options = { nowUs: NO_TIME_LIMIT, isVerified: () => true };
    await this.ledger.commit(await verifyMainBlock(this.ledger, block, options), block.seal);
  }

  /** An engine that shows this chain. */
  engine(node: () => Engine, nowUs: () => number): Engine {
    return forwardTo(node, {
      round: (query) => roundView(this.ledger, nowUs(), query),
      request: ({ request }) => answerRequest(this.ledger, readRequest(request)),
    });
  }

  /** Applies the resource blocks whose main blocks are in this chain. */
  async #takeResources(source: Store): Promise<void> {
    const { resourceChain, store } = this.ledger;
    for (;;) {
      const next = await source.resourceBlock({ height: (resourceChain.tip?.height ?? 0) + 1 });
      if (next === null) return;
      const named = await store.mainBlockSummary({ height: next.main_height });
      if (named?.blockhash !== next.main_blockhash) return;
      const block = readResourceBlock(parseJson(resourceBlockToText(next)));
      await resourceChain.commit(block, NO_TIME_LIMIT, { isTentative: true });
    }
  }

  async #common(source: Store, read: "mainBlockSummary" | "resourceBlock", from: number): Promise<number> {
    for (let height = from; height > 0; height -= 1) {
      const [ours, theirs] = [await this.ledger.store[read]({ height }), await source[read]({ height })];
      if (ours?.blockhash === theirs?.blockhash) return height;
    }
    return 0;
  }
}
