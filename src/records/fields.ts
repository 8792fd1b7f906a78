import { isAddress } from "../codec/address.js";
import type { ChainError } from "../codec/chain-error.js";
import { isKey, isSignature } from "../codec/ed25519.js";
import { detached } from "../codec/text.js";
import { isMap, type Value, type ValueMap } from "../codec/value.js";
import * as errors from "./errors.js";

const HASH = /^[0-9a-f]{64}$/;
const TIME_HASH = /^[0-9a-f]{78}$/;
const NO_MEMBERS: ValueMap = new Map();

/** Reads the members of a received record by type. Each method throws `RECORD_MALFORMED`. */
export class Fields {
  readonly #members: ValueMap;
  readonly #record: string;

  /** Throws unless the value is a map. */
  constructor(value: Value | undefined, record: string) {
    if (!isMap(value)) throw errors.recordMalformed({ record, rule: "it must be a map" });
    this.#members = value;
    this.#record = record;
  }

  /** A height, a count or a time: an integer from 0 that a float holds exactly. */
  integer(name: string): number {
    const value = this.#members.get(name);
    if (typeof value !== "bigint" || value < 0n || value > BigInt(Number.MAX_SAFE_INTEGER))
      return this.#fail(name, "an integer from 0 to 2^53 - 1");
    return Number(value);
  }

  has(name: string): boolean {
    return this.#members.has(name);
  }

  text(name: string): string {
    const value = this.#members.get(name);
    return typeof value === "string" ? value : this.#fail(name, "a string");
  }

  hash(name: string): string {
    return this.#matching(name, (text) => HASH.test(text), "64 lower-case hex characters");
  }

  /** What a hypothesis signs: a hash, or in rules 2 a time hash (PROTOCOL 9.8, 16.1). */
  statedHash(name: string): string {
    const isFit = (text: string): boolean => HASH.test(text) || isTimeHash(text);
    return this.#matching(name, isFit, "64 or 78 lower-case hex characters");
  }

  /** A time hash of 78 characters: of a block, a transaction, a chunk. */
  timeHash(name: string): string {
    return this.#matching(name, isTimeHash, "78 lower-case hex characters");
  }

  /** A time hash, or the empty text that block 1 has. */
  previousBlockhash(name: string): string {
    return this.#matching(name, (text) => text === "" || isTimeHash(text), "78 lower-case hex characters");
  }

  address(name: string): string {
    return this.#matching(name, isAddress, "an address");
  }

  publicKey(name: string): string {
    return this.#matching(name, isKey, "a public key: 64 lower-case hex characters");
  }

  signature(name: string): string {
    return this.#matching(name, isSignature, "a signature: 128 hex characters");
  }

  /** A map of any members; the empty list is the empty map (PROTOCOL 1.5). */
  map(name: string): ValueMap {
    const value = this.#members.get(name);
    if (isMap(value)) return value;
    return Array.isArray(value) && value.length === 0 ? NO_MEMBERS : this.#fail(name, "a map");
  }

  /** A list of at most `maxLength` time hashes without duplicates. */
  timeHashes(name: string, maxLength: number): readonly string[] {
    const value = this.#members.get(name);
    const hashes = Array.isArray(value) ? (value as readonly Value[]) : this.#fail(name, "a list");
    if (!hashes.every((hash) => typeof hash === "string" && isTimeHash(hash)))
      return this.#fail(name, "a list of hashes with 78 lower-case hex characters");
    if (new Set(hashes).size < hashes.length) return this.#fail(name, "a list without repetitions");
    if (hashes.length > maxLength) return this.#fail(name, `a list of at most ${maxLength} members`);
    return hashes as readonly string[];
  }

  #matching(name: string, isFit: (text: string) => boolean, what: string): string {
    const text = this.text(name);
    // Records are kept longer than the answer of which their fields were parts.
    return isFit(text) ? detached(text) : this.#fail(name, what);
  }

  #fail(name: string, what: string): never {
    throw malformedField(this.#record, name, `must be ${what}`);
  }
}

export function isHash(text: string): boolean {
  return HASH.test(text);
}

export function isTimeHash(text: string): boolean {
  return TIME_HASH.test(text);
}

/** The error of a record whose field breaks a rule, such as `must be a map`. */
export function malformedField(record: string, field: string, rule: string): ChainError {
  return errors.recordMalformed({ record, field, rule: `${field} ${rule}` });
}
