import type { ChainEnds, EndListener, Store } from "../../store/store.js";
import { COPY_NOTE, findLoss, isRestored, type ChainLoss } from "./chain-loss.js";
import type { DataDirectory } from "./data-directory.js";
import { TipNote } from "./tip-note.js";

/**
 * Follows where the chains of an open data directory end, and detects lost blocks. A loss ends when the block is back,
 * when peers have supplied a chain that is at least as high, or when the operator accepts it.
 */
export class LossWatch implements EndListener {
  readonly #note: TipNote;
  #loss: ChainLoss | null = null;
  #opened: { readonly directory: DataDirectory; readonly store: Store } | null = null;
  #onSound: (() => void) | null = null;

  private constructor(note: TipNote) {
    this.#note = note;
  }

  static async open({ tipFile }: DataDirectory, onFailure?: (reason: string) => void): Promise<LossWatch> {
    return new LossWatch(await TipNote.open(tipFile, onFailure));
  }

  /** The block that is lost now, null when no block is lost. */
  get loss(): ChainLoss | null {
    return this.#loss;
  }

  /** Compares an opened store with the noted ends, and follows it unless blocks are lost. */
  async watch(directory: DataDirectory, store: Store): Promise<void> {
    this.#opened = { directory, store };
    this.#loss = await this.#find();
    if (this.#loss === null) await this.accept();
    else this.#note.hold();
  }

  /** Accepts a loss: notes and follows the current ends of the chains. */
  async accept(): Promise<void> {
    if (this.#opened === null) return;
    const { store } = this.#opened;
    await this.#note.follow(await endsOf(store));
    // After the note of the ends: until then, only this mark prevents a loss from being reported.
    if (await isRestored(store)) await store.writeMeta(COPY_NOTE, "");
    this.#loss = null;
    this.#onSound?.();
    this.#onSound = null;
  }

  /** Sets the listener that is called once when the loss ends. */
  onceSound(listener: (() => void) | null): void {
    this.#onSound = listener;
  }

  async onCommit(ends: Partial<ChainEnds>): Promise<void> {
    await this.#note.onCommit(ends);
    const loss = this.#loss;
    const height = loss === null ? undefined : ends[loss.chain]?.height;
    if (loss === null || height === undefined || height < (loss.height ?? 0)) return;
    const rest = await this.#find();
    // Another block of that height: the network, and this node with it, follows another branch.
    if (rest === null || (rest.chain === loss.chain && loss.height !== null)) await this.accept();
    else this.#loss = rest;
  }

  async onUndo(ends: Partial<ChainEnds>): Promise<void> {
    await this.#note.onUndo(ends);
  }

  close(): Promise<void> {
    return this.#note.close();
  }

  async #find(): Promise<ChainLoss | null> {
    return this.#opened === null ? null : findLoss(this.#opened.directory, this.#opened.store);
  }
}

export async function endsOf(store: Pick<Store, "mainBlockSummary" | "resourceBlock">): Promise<ChainEnds> {
  const [main, resource] = [await store.mainBlockSummary("last"), await store.resourceBlock("last")];
  return {
    main: { height: main?.height ?? 0, blockhash: main?.blockhash ?? "" },
    resource: { height: resource?.height ?? 0, blockhash: resource?.blockhash ?? "" },
  };
}
