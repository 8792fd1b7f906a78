import { readFile } from "node:fs/promises";
import { createLane } from "../../base/lane.js";
import { SigningNotes, type Signing, type SigningMemory } from "../../consensus/signing-memory.js";
import { appendDurably } from "../../base/files/durable.js";
import { unlessMissing } from "../../base/files/private-directory.js";
import { replaceOwnFile } from "../../base/files/write-file.js";
import * as errors from "./errors.js";

/** The number of appended notes after which the file is rewritten without the forgotten ones. */
const MAX_APPENDED = 4096;
const NOTE = /^(chunk|hypothesis) ([0-9]{1,16}) ([0-9a-f]{64,78}) ([0-9a-f]{78})?$/;
const FORGOTTEN = /^forgotten ([0-9]{1,16})$/;

/**
 * The signing memory of a validator in a file beside the database: one line a signature, on the disk before the
 * signature is made (PROTOCOL 9.15). Only one process may use it at a time, which the lock of the data directory
 * ensures.
 */
export class SigningMemoryFile implements SigningMemory {
  readonly #file: string;
  readonly notes: SigningNotes;
  readonly #lane = createLane();
  #appended = 0;

  private constructor(file: string, notes: SigningNotes) {
    this.#file = file;
    this.notes = notes;
  }

  /**
   * Opens the memory, an empty one when the file is missing. The file may lack signatures, so nothing is signed that is
   * dated up to `nothingUpToUs` (µs) and not noted. Throws `SIGNING_MEMORY_DAMAGED`.
   */
  static async open(file: string, nothingUpToUs = 0): Promise<SigningMemoryFile> {
    const notes = parseNotes(file, await readText(file));
    notes.forgetUpTo(nothingUpToUs);
    const memory = new SigningMemoryFile(file, notes);
    await memory.#rewrite();
    return memory;
  }

  /**
   * Lets a validator whose clock was ahead sign again: of its forgotten signatures none counts as dated after
   * `latestUs` (µs). Noted ones stay. The node must be stopped. Throws `SIGNING_MEMORY_DAMAGED`.
   */
  static async forgetUpTo(file: string, latestUs: number): Promise<void> {
    const read = parseNotes(file, await readText(file));
    const notes = new SigningNotes();
    notes.forgetUpTo(Math.min(read.forgottenUpTo, latestUs));
    for (const note of read.all) notes.add(note);
    await new SigningMemoryFile(file, notes).#rewrite();
  }

  note(signings: readonly Signing[]): Promise<boolean> {
    return this.#lane(async () => {
      const fresh = this.notes.newAmong(signings);
      if (fresh === null || fresh.length === 0) return fresh !== null;
      if (this.#appended >= MAX_APPENDED) await this.#rewrite();
      await this.#append(fresh.map(printNote));
      for (const signing of fresh) this.notes.add(signing);
      return true;
    });
  }

  async #append(lines: readonly string[]): Promise<void> {
    const appended = this.#appended + lines.length;
    // A failure below may leave half a line: then the next note rewrites the whole file.
    this.#appended = MAX_APPENDED;
    await appendDurably(this.#file, lines.join(""));
    this.#appended = appended;
  }

  async #rewrite(): Promise<void> {
    const lines = [`forgotten ${this.notes.forgottenUpTo}\n`, ...Array.from(this.notes.all, printNote)];
    await replaceOwnFile(this.#file, lines.join(""));
    this.#appended = 0;
  }
}

/** Reads the notes of a file without damaged lines, which `SigningMemoryFile.open` reports. */
export async function readSignings(file: string): Promise<readonly Signing[]> {
  const lines = (await readText(file)).split("\n").slice(0, -1);
  return lines.map(readNote).filter((note) => note !== null);
}

async function readText(file: string): Promise<string> {
  return (await unlessMissing(readFile(file, "utf8"))) ?? "";
}

function printNote({ kind, s_timestamp, hash, previous_blockhash }: Signing): string {
  return `${kind} ${s_timestamp} ${hash} ${previous_blockhash}\n`;
}

function parseNotes(file: string, text: string): SigningNotes {
  const notes = new SigningNotes();
  // Text after the last line break is an incomplete note: its signature was never made.
  for (const line of text.split("\n").slice(0, -1)) {
    const note = readNote(line);
    const forgotten = FORGOTTEN.exec(line)?.[1];
    if (note !== null) notes.add(note);
    else if (forgotten !== undefined) notes.forgetUpTo(Number(forgotten));
    else throw errors.signingMemoryDamaged({ file });
  }
  return notes;
}

function readNote(line: string): Signing | null {
  const [, kind, s_timestamp, hash, previous_blockhash = ""] = NOTE.exec(line) ?? [];
  if ((kind !== "chunk" && kind !== "hypothesis") || hash === undefined) return null;
  return { kind, s_timestamp: Number(s_timestamp), hash, previous_blockhash };
}
