export type SignedKind = "chunk" | "hypothesis";

/** What a validator is about to sign. */
export interface Signing {
  readonly kind: SignedKind;
  /** The round key: the tip's blockhash. Empty before the first block. */
  readonly previous_blockhash: string;
  readonly s_timestamp: number;
  /** The chunk hash or the hypothesis hash. */
  readonly hash: string;
}

/**
 * What a validator has signed. This memory outlives the process, and must not go back in time with a backup of the
 * database: a validator that signs two hypotheses for one round key and time may help two blocks to a seal
 * (PROTOCOL 8.11).
 */
export interface SigningMemory {
  readonly notes: ReadableNotes;
  /** Resolves to true once the notes are durable, to false when one of them must not be signed. */
  note(signings: readonly Signing[]): Promise<boolean>;
}

/** The notes without the right to change them. */
export type ReadableNotes = Pick<SigningNotes, "forgottenUpTo" | "isForeign">;

/** More than the rounds of a minute. No validator signs for a time older than the refresh interval (PROTOCOL 9.3). */
const MAX_NOTES = 256;

/**
 * A bounded list of notes. Refuses whatever is not newer than a forgotten note, so forgetting never allows a second
 * signature.
 */
export class SigningNotes {
  readonly #notes = new Map<string, Signing>();
  #forgottenUpTo = 0;

  /** In the order they were made. */
  get all(): Iterable<Signing> {
    return this.#notes.values();
  }

  /** The time, µs, up to which nothing is signed any more. */
  get forgottenUpTo(): number {
    return this.#forgottenUpTo;
  }

  /** What is new among these; null when one of them must not be signed. */
  newAmong(signings: readonly Signing[]): readonly Signing[] | null {
    const verdicts = signings.map((signing) => this.judge(signing));
    if (verdicts.includes("refused")) return null;
    return signings.filter((_, index) => verdicts[index] === "new");
  }

  judge(signing: Signing): "new" | "known" | "refused" {
    const noted = this.#notes.get(placeOf(signing));
    if (noted !== undefined) return noted.hash === signing.hash ? "known" : "refused";
    return signing.s_timestamp > this.#forgottenUpTo ? "new" : "refused";
  }

  /**
   * Whether another process signed this with the validator's key. It did when the signature was made after a time (µs)
   * from which on every signature is noted, and this one is not.
   */
  isForeign({ kind, previous_blockhash, hash }: Omit<Signing, "s_timestamp">, afterUs: number): boolean {
    // The s_timestamp of a hypothesis is not signed: anyone can change it (PROTOCOL 15.1).
    const isNoted = [...this.#notes.values()].some(
      (noted) =>
        noted.kind === kind && noted.hash === hash && noted.previous_blockhash === previous_blockhash,
    );
    return !isNoted && afterUs > this.#forgottenUpTo;
  }

  add(signing: Signing): void {
    this.#notes.set(placeOf(signing), signing);
    if (this.#notes.size <= MAX_NOTES) return;
    const oldest = [...this.#notes.values()].reduce((a, b) => (b.s_timestamp < a.s_timestamp ? b : a));
    this.#notes.delete(placeOf(oldest));
    this.forgetUpTo(oldest.s_timestamp);
  }

  /** From now on refuses whatever is not noted and has this time or an earlier one. */
  forgetUpTo(sTimestampUs: number): void {
    this.#forgottenUpTo = Math.max(this.#forgottenUpTo, sTimestampUs);
  }
}

/** A memory for chains that end with the process. */
export class VolatileSigningMemory implements SigningMemory {
  readonly notes = new SigningNotes();

  /** @param nothingUpToUs nothing is signed that is dated so or earlier, µs. */
  constructor(nothingUpToUs = 0) {
    this.notes.forgetUpTo(nothingUpToUs);
  }

  async note(signings: readonly Signing[]): Promise<boolean> {
    const fresh = this.notes.newAmong(signings);
    for (const signing of fresh ?? []) this.notes.add(signing);
    return fresh !== null;
  }
}

function placeOf({ kind, previous_blockhash, s_timestamp }: Signing): string {
  return `${kind} ${s_timestamp} ${previous_blockhash}`;
}
