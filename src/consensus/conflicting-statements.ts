/** Two statements of one validator for the same tip and time. */
export interface Conflict {
  readonly kind: "chunk" | "hypothesis";
  /** The signer's address. */
  readonly signer: string;
  readonly previous_blockhash: string;
  readonly s_timestamp: number;
  /** The hash of the statement that counts, and of the one that came later. */
  readonly hashes: readonly [string, string];
}

/** How many are kept. */
const MAX_CONFLICTS = 64;

/**
 * The last conflicting statements of validators, shown to the operator (PROTOCOL 15.5). They prove nothing, because a
 * hypothesis does not sign its time, so no validator is punished for them.
 */
export class ConflictingStatements {
  /** By place: one conflict for each signer, tip and time. */
  readonly #conflicts = new Map<string, Conflict>();
  #count = 0;

  /** How many there have been since the start. */
  get count(): number {
    return this.#count;
  }

  /** The last conflicts, oldest first. */
  get all(): readonly Conflict[] {
    return [...this.#conflicts.values()];
  }

  /** Whether a conflict of this signer for the same tip and time is known. Only the first one is noted. */
  has(place: Omit<Conflict, "hashes">): boolean {
    return this.#conflicts.has(placeOf(place));
  }

  note(conflict: Conflict): void {
    this.#count += 1;
    this.#conflicts.set(placeOf(conflict), conflict);
    const [oldest] = this.#conflicts.keys();
    if (this.#conflicts.size > MAX_CONFLICTS && oldest !== undefined) this.#conflicts.delete(oldest);
  }
}

function placeOf({ kind, signer, previous_blockhash, s_timestamp }: Omit<Conflict, "hashes">): string {
  return `${kind} ${signer} ${s_timestamp} ${previous_blockhash}`;
}
