import { constants } from "node:fs";
import { readFile, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { hashOf } from "../../codec/hash.js";
import { messageOf } from "../../codec/chain-error.js";
import { createLane } from "../../base/lane.js";
import { NO_BLOCKS, type ChainEnds, type EndListener } from "../../store/store.js";
import { openOwnFile, syncDirectory } from "../../base/files/durable.js";
import { unlessMissing } from "../../base/files/private-directory.js";

/** The size of a sector, which a disk writes atomically. */
const SLOT_BYTES = 512;
/** How long, in ms, a note may wait after a commit until it is flushed to the disk. */
const SYNC_MS = 1000;
const CHECKSUM_LENGTH = 16;
const LINE =
  /^([0-9]{1,15}) main ([0-9]{1,15}) ([0-9a-f]*) resource ([0-9]{1,15}) ([0-9a-f]*) ([0-9a-f]{16})$/;

/**
 * Notes the last blocks of both chains of a data directory in a file beside the database. A database that was damaged,
 * deleted or replaced looks like a shorter chain, and only this file shows the longer one.
 *
 * It is written after a commit and before an undo, so it is never ahead of the database, even when the process dies. A
 * commit waits until the operating system has the note; within a second the note is on the disk. So the note is right
 * after the process is killed. After a power failure it may be some blocks behind, which is harmless. Two slots are
 * written in turn, so one of them is always complete.
 */
export class TipNote implements EndListener {
  readonly #file: string;
  readonly #onFailure: (reason: string) => void;
  readonly #lane = createLane();
  #handle: FileHandle | null = null;
  #number: number;
  #ends: ChainEnds | null;
  /** Whether the note names blocks that the database lacks. Then it is kept until the blocks are back. */
  #isHeld = false;
  #timer: NodeJS.Timeout | null = null;
  #syncing: Promise<void> | null = null;

  private constructor(file: string, read: Slot | null, onFailure: (reason: string) => void) {
    this.#file = file;
    this.#onFailure = onFailure;
    this.#number = read?.number ?? 0;
    this.#ends = read?.ends ?? null;
  }

  /** @param onFailure called when the note cannot be written; commits continue. */
  static async open(file: string, onFailure: (reason: string) => void = () => undefined): Promise<TipNote> {
    return new TipNote(file, await readSlot(file), onFailure);
  }

  get ends(): ChainEnds | null {
    return this.#ends;
  }

  /** Keeps the noted ends through commits and undos until `follow`. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Notes these ends and follows the chains from now on. The note is on the disk when this resolves. */
  async follow(ends: ChainEnds): Promise<void> {
    this.#isHeld = false;
    if (this.#ends !== null && isSameEnds(this.#ends, ends)) return;
    await this.#write(ends);
    await this.#sync();
  }

  async onCommit(ends: Partial<ChainEnds>): Promise<void> {
    if (this.#isHeld) return;
    try {
      await this.#write(ends);
      this.#syncSoon();
    } catch (error) {
      // The block is committed already, and a note that is behind is harmless.
      this.#onFailure(messageOf(error));
    }
  }

  async onUndo(ends: Partial<ChainEnds>): Promise<void> {
    if (this.#isHeld) return;
    await this.#write(ends);
    await this.#sync();
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#syncing;
    await this.#handle?.datasync();
    await this.#handle?.close();
    this.#handle = null;
  }

  /** Notes the given ends and keeps the other one. */
  #write(changed: Partial<ChainEnds>): Promise<void> {
    return this.#lane(async () => {
      const ends = { ...(this.#ends ?? NO_BLOCKS), ...changed };
      const handle = await this.#opened();
      const number = this.#number + 1;
      await handle.write(printSlot({ number, ends }), 0, SLOT_BYTES, (number % 2) * SLOT_BYTES);
      this.#number = number;
      this.#ends = ends;
    });
  }

  /** Flushes at most once a second: a flush delays those of the database's commits. */
  #syncSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#syncing = this.#sync().catch((error: unknown) => this.#onFailure(messageOf(error)));
    }, SYNC_MS).unref();
  }

  async #sync(): Promise<void> {
    await (await this.#opened()).datasync();
  }

  async #opened(): Promise<FileHandle> {
    if (this.#handle !== null) return this.#handle;
    this.#handle = await openOrCreate(this.#file);
    return this.#handle;
  }
}

/** Reads the noted ends, null when the file is missing or neither slot is complete. */
export async function readTipNote(file: string): Promise<ChainEnds | null> {
  return (await readSlot(file))?.ends ?? null;
}

/** Notes where the chains end while no store is open. The note is on the disk when this resolves. */
export async function writeTipNote(file: string, ends: ChainEnds): Promise<void> {
  const note = await TipNote.open(file);
  await note.follow(ends);
  await note.close();
}

async function openOrCreate(file: string): Promise<FileHandle> {
  const known = await unlessMissing(openOwnFile(file, constants.O_RDWR));
  if (known !== null) return known;
  const handle = await openOwnFile(file, constants.O_RDWR | constants.O_CREAT);
  await syncDirectory(dirname(file));
  return handle;
}

interface Slot {
  /** Increases by one with every note: the greater number is the newer note. */
  readonly number: number;
  readonly ends: ChainEnds;
}

function printSlot({ number, ends: { main, resource } }: Slot): Buffer {
  const line = `${number} main ${main.height} ${main.blockhash} resource ${resource.height} ${resource.blockhash}`;
  return Buffer.from(`${line} ${checksum(line)}`.padEnd(SLOT_BYTES - 1) + "\n");
}

async function readSlot(file: string): Promise<Slot | null> {
  const text = (await unlessMissing(readFile(file, "latin1"))) ?? "";
  const slots = [parseSlot(text.slice(0, SLOT_BYTES)), parseSlot(text.slice(SLOT_BYTES))];
  return slots.reduce((a, b) => (a === null || (b !== null && b.number > a.number) ? b : a));
}

function parseSlot(text: string): Slot | null {
  const line = text.trimEnd();
  const [, number, mainHeight, main, resourceHeight, resource, sum] = LINE.exec(line) ?? [];
  if (main === undefined || resource === undefined || sum === undefined) return null;
  if (checksum(line.slice(0, -sum.length - 1)) !== sum) return null;
  return {
    number: Number(number),
    ends: {
      main: { height: Number(mainHeight), blockhash: main },
      resource: { height: Number(resourceHeight), blockhash: resource },
    },
  };
}

function checksum(line: string): string {
  return hashOf(line).slice(0, CHECKSUM_LENGTH);
}

export function isSameEnds(left: ChainEnds, right: ChainEnds): boolean {
  return (["main", "resource"] as const).every(
    (chain) => left[chain].height === right[chain].height && left[chain].blockhash === right[chain].blockhash,
  );
}
