import type { ChainError } from "../codec/chain-error.js";
import type { SigningMemory } from "../consensus/signing-memory.js";
import type { Log } from "../base/log.js";

/** The end of a node's signing: from then on it signs and accepts nothing until it is started again. */
export class SigningEnd {
  readonly #log: Log;
  #reason: ChainError | null = null;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Why signing has ended, null while it has not. */
  get reason(): ChainError | null {
    return this.#reason;
  }

  /** Ends the signing, unless it has ended, and logs the reason. */
  now(reason: ChainError): void {
    if (this.#reason !== null) return;
    this.#reason = reason;
    const fields = { fix: reason.advice ?? "" };
    this.#log({ level: "error", module: "node", message: `signing ends: ${reason.message}`, fields });
  }
}

/** A signing memory that allows nothing once signing has ended. `look` runs before each note, and may end it. */
export function endingMemory(
  memory: SigningMemory,
  signingEnd: SigningEnd,
  look: () => Promise<void> = async () => undefined,
): SigningMemory {
  return {
    notes: memory.notes,
    async note(signings) {
      await look();
      return signingEnd.reason === null && (await memory.note(signings)) && signingEnd.reason === null;
    },
  };
}
