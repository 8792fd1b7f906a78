import type { Network } from "../records/network.js";
import type { Store } from "../store/store.js";
import { confirmedHeight } from "./validators.js";

const META_NAME = "fixed_height";

/**
 * The resource height up to which nothing is undone (PROTOCOL 10): min(confirmed height now, max(last − C, 1)). It is
 * noted beside the chain, because it never decreases: not when blocks above it are undone, not after a restart.
 */
export class FixedHeight {
  readonly #store: Store;
  readonly #network: Network;
  #height: number;

  private constructor(store: Store, network: Network, height: number) {
    this.#store = store;
    this.#network = network;
    this.#height = height;
  }

  static async open(store: Store, network: Network): Promise<FixedHeight> {
    return new FixedHeight(store, network, Number((await store.readMeta(META_NAME)) ?? "0"));
  }

  get height(): number {
    return this.#height;
  }

  /** Moves up, never down, to what it is with this last resource height at this time. */
  async advance(lastHeight: number, nowUs: number): Promise<void> {
    const confirmed = await confirmedHeight(this.#store, this.#network, nowUs);
    const settled = Math.max(lastHeight - this.#network.constants.resource_confirm_count, 1);
    const height = Math.min(confirmed, settled);
    if (height <= this.#height) return;
    await this.#store.writeMeta(META_NAME, height.toString());
    this.#height = height;
  }
}
