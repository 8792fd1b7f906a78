import type { ChainEnds, EndListener, Store } from "../../store/store.js";
import { COPY_NOTE, findLoss, isRestored, type ChainLoss } from "./chain-loss.js";
import type { DataDirectory } from "./data-directory.js";
import { TipNote } from "./tip-note.js";

/**
 * Follows where the chains of an open data directory end, and knows whether blocks are lost. The loss is over when the
 * block is back, when peers have given a chain that is at least as high, or when it is accepted.
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

  /** What is lost now, null when nothing is. */
  get loss(): ChainLoss | null {
    return this.#loss;
  }

  /** Compares a store that was opened with what is noted, and follows it unless blocks are lost. */
  async watch(directory: DataDirectory, store: Store): Promise<void> {
    this.#opened = { directory, store };
    this.#loss = await this.#find();
    if (this.#loss === null) await this.accept();
    else this.#note.hold();
  }

  /** Goes on from where the chains end, whatever was noted. */
  async accept(): Promise<void> {
    if (this.#opened === null) return;
    const { store } = this.#opened;
    await this.#note.follow(await endsOf(store));
    // After the note, which would show a loss without it.
    if (await isRestored(store)) await store.writeMeta(COPY_NOTE, "");
    this.#loss = null;
    this.#onSound?.();
    this.#onSound = null;
  }

  /** Told once when the loss is over. */
  onceSound(listener: (() => void) | null): void {
    this.#onSound = listener;
  }

  async onCommit(ends: Partial<ChainEnds>): Promise<void> {
    await this.#note.onCommit(ends);
    const loss = this.#loss;
    const height = loss === null ? undefined : ends[loss.chain]?.height;
    if (loss === null || height === undefined || height < (loss.height ?? 0)) return;
    const rest = await this.#find();
    // Another block of that height: the network has gone another way, and this node with it.
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

/** Where the chains of a store end. */
export async function endsOf(store: Pick<Store, "lastMainBlock" | "lastResourceBlock">): Promise<ChainEnds> {
  const [main, resource] = [await store.lastMainBlock(), await store.lastResourceBlock()];
  return {
    main: { height: main?.height ?? 0, blockhash: main?.blockhash ?? "" },
    resource: { height: resource?.height ?? 0, blockhash: resource?.blockhash ?? "" },
  };
}
