import { sign } from "../codec/ed25519.js";
import { hashSignedRecord, type SignedRecord } from "../records/signed-record.js";
import type { Signing, SigningMemory } from "./signing-memory.js";

/** The node key of a validator (PROTOCOL 3.5), here or in another process. */
export interface ValidatorKey {
  readonly publicKey: string;
  readonly address: string;
  /** Whether it signs for this process. Another node with the same key may be the one that is served. */
  readonly isServing: boolean;
  /**
   * Signs all of these records, and notes the chunks and hypotheses among them before (PROTOCOL 9.15). Null when it signs
   * none of them: another chunk or hypothesis was signed for that round key and time, or the key does not serve.
   */
  sign(records: readonly SignedRecord[]): Promise<readonly string[] | null>;
}

interface PrivateKey {
  readonly privateKey: string;
  readonly publicKey: string;
  readonly address: string;
}

/** A validator's key in this process. */
export class LocalKey implements ValidatorKey {
  readonly publicKey: string;
  readonly address: string;
  readonly isServing = true;
  readonly #privateKey: string;
  readonly #memory: Pick<SigningMemory, "note">;

  constructor({ privateKey, publicKey, address }: PrivateKey, memory: Pick<SigningMemory, "note">) {
    this.publicKey = publicKey;
    this.address = address;
    this.#privateKey = privateKey;
    this.#memory = memory;
  }

  async sign(records: readonly SignedRecord[]): Promise<readonly string[] | null> {
    const signings = records.flatMap(signingsOf);
    if (signings.length > 0 && !(await this.#memory.note(signings))) return null;
    return records.map((record) => sign(hashSignedRecord(record), this.#privateKey));
  }
}

/** What is to be noted of a record: nothing, of one that may be signed twice. */
export function signingsOf(record: SignedRecord): readonly Signing[] {
  if (record.kind !== "chunk" && record.kind !== "hypothesis") return [];
  const { kind, previous_blockhash, s_timestamp } = record;
  return [{ kind, previous_blockhash, s_timestamp, hash: hashSignedRecord(record) }];
}
