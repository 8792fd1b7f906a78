export type SignedKind = "chunk" | "hypothesis";

/** What a validator is about to put its signature under. */
export interface Signing {
  readonly kind: SignedKind;
  /** The round key: the tip's blockhash. Empty before the first block. */
  readonly previous_blockhash: string;
  readonly s_timestamp: number;
  /** The chunk hash or the hypothesis hash. */
  readonly hash: string;
}

/**
 * What a validator has signed. It outlives the process and must not go back in time with a backup of the database: who
 * signs two hypotheses for one round key and second helps two blocks to a seal (PROTOCOL 9).
 */
export interface SigningMemory {
  /** Resolves to true once it is noted for good; to false when it must not be signed. */
  note(signing: Signing): Promise<boolean>;
}

/** More than the rounds of a minute: nobody signs for a second that is older than the refresh interval. */
const MAX_NOTES = 256;

/**
 * The notes themselves, of a bounded number. Whatever is not newer than a note that had to be forgotten is refused, so
 * forgetting never allows a second signature.
 */
export class SigningNotes {
  readonly #notes = new Map<string, Signing>();
  #forgottenUpTo = 0;

  /** In the order they were made. */
  get all(): Iterable<Signing> {
    return this.#notes.values();
  }

  /** The second up to which nothing is signed any more. */
  get forgottenUpTo(): number {
    return this.#forgottenUpTo;
  }

  judge(signing: Signing): "new" | "known" | "refused" {
    const noted = this.#notes.get(placeOf(signing));
    if (noted !== undefined) return noted.hash === signing.hash ? "known" : "refused";
    return signing.s_timestamp > this.#forgottenUpTo ? "new" : "refused";
  }

  add(signing: Signing): void {
    this.#notes.set(placeOf(signing), signing);
    if (this.#notes.size <= MAX_NOTES) return;
    const oldest = [...this.#notes.values()].reduce((a, b) => (b.s_timestamp < a.s_timestamp ? b : a));
    this.#notes.delete(placeOf(oldest));
    this.forgetUpTo(oldest.s_timestamp);
  }

  /** Refuses from now on what is of this second or older and not noted. */
  forgetUpTo(sTimestampUs: number): void {
    this.#forgottenUpTo = Math.max(this.#forgottenUpTo, sTimestampUs);
  }
}

/** A memory that ends with the process: for chains that end with it too. */
export class VolatileSigningMemory implements SigningMemory {
  readonly #notes = new SigningNotes();

  async note(signing: Signing): Promise<boolean> {
    const verdict = this.#notes.judge(signing);
    if (verdict === "new") this.#notes.add(signing);
    return verdict !== "refused";
  }
}

function placeOf({ kind, previous_blockhash, s_timestamp }: Signing): string {
  return `${kind} ${s_timestamp} ${previous_blockhash}`;
}
