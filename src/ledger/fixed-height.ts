import type { Network } from "../records/network.js";
import type { Store } from "../store/store.js";
import { confirmedHeight, type SlotHistory } from "./validators.js";

/** The name of the note in the database that holds it. */
export const FIXED_HEIGHT_NOTE = "fixed_height";

export type FixedHeightStore = Pick<Store, keyof SlotHistory | "readMeta" | "writeMeta" | "resourceBlock">;

/**
 * The resource height up to which nothing is undone (PROTOCOL 10.10): min(confirmed height now, max(last − C, 1)). It
 * is noted beside the chain because it never decreases: not when blocks above it are undone, not after a restart.
 */
export class FixedHeight {
  readonly #store: FixedHeightStore;
  readonly #network: Network;
  #height: number;
  #mainHeight: number;

  private constructor(store: FixedHeightStore, network: Network, at: { height: number; mainHeight: number }) {
    this.#store = store;
    this.#network = network;
    this.#height = at.height;
    this.#mainHeight = at.mainHeight;
  }

  static async open(store: FixedHeightStore, network: Network): Promise<FixedHeight> {
    const height = Number((await store.readMeta(FIXED_HEIGHT_NOTE)) ?? "0");
    return new FixedHeight(store, network, { height, mainHeight: await mainHeightAt(store, height) });
  }

  get height(): number {
    return this.#height;
  }

  /** The main height that the resource block at the fixed height names; 0 while there is no such block. */
  get mainHeight(): number {
    return this.#mainHeight;
  }

  /** Raises it, never lowers it, to the value for this last resource height at this time. */
  async advance(lastHeight: number, nowUs: number): Promise<void> {
    const confirmed = await confirmedHeight(this.#store, this.#network, nowUs);
    const settled = Math.max(lastHeight - this.#network.constants.resource_confirm_count, 1);
    const height = Math.min(confirmed, settled);
    if (height > this.#height) await this.#move(height);
  }

  /** Lowers it to a height, against PROTOCOL 10.10, for an operator who rewinds a chain by hand. */
  async retreat(height: number): Promise<void> {
    if (height < this.#height) await this.#move(height);
  }

  async #move(height: number): Promise<void> {
    await this.#store.writeMeta(FIXED_HEIGHT_NOTE, height.toString());
    this.#height = height;
    this.#mainHeight = await mainHeightAt(this.#store, height);
  }
}

async function mainHeightAt(store: FixedHeightStore, height: number): Promise<number> {
  return (await store.resourceBlock({ height }))?.main_height ?? 0;
}
