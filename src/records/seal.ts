import { addressOf, isAddress } from "../codec/address.js";
import { canonicalJson } from "../codec/canonical-json.js";
import { isSignatureValid } from "../codec/ed25519.js";
import { objectToMap, mapToValue, type Value, type ValueMap } from "../codec/value.js";
import * as errors from "./errors.js";
import { Fields, malformedField } from "./fields.js";
import type { Hypothesis } from "./hypothesis.js";
import { isConsensus, MAX_ROUND_STATEMENTS } from "./limits.js";
import type { SealEntry } from "./operations/record-schemas.js";
import type { RuleSet, StatedBlock } from "./rules.js";

export type { SealEntry };

export type Seal = ReadonlyMap<string, SealEntry>;

export interface SealedContent extends StatedBlock {
  readonly s_timestamp: number;
}

/** Makes a seal of hypotheses, in the order given (PROTOCOL 9.9). */
export function createSeal(hypotheses: Iterable<Hypothesis>): Seal {
  const seal = new Map<string, SealEntry>();
  for (const { hypothesis_hash, s_timestamp, public_key, signature } of hypotheses)
    seal.set(addressOf(public_key), { hypothesis_hash, s_timestamp, public_key, signature });
  return seal;
}

/**
 * Reads a seal from its map. Throws `RECORD_MALFORMED`, also for more entries than a round can have. No hash covers the
 * seal, so without this limit anyone who relays a block could lengthen its seal, and nodes would keep and relay it.
 */
export function readSeal(members: ValueMap): Seal {
  if (members.size > MAX_ROUND_STATEMENTS)
    throw malformedField("main block", "seal", `must have at most ${MAX_ROUND_STATEMENTS} entries`);
  const seal = new Map<string, SealEntry>();
  for (const [signer, entry] of members) {
    const fields = new Fields(entry, "seal entry");
    if (!isAddress(signer))
      throw malformedField("main block", "seal", "must list its entries under addresses");
    seal.set(signer, {
      hypothesis_hash: fields.statedHash("hypothesis_hash"),
      s_timestamp: fields.integer("s_timestamp"),
      public_key: fields.publicKey("public_key"),
      signature: fields.signature("signature"),
    });
  }
  return seal;
}

/** Canonical JSON of the map signer → entry. */
export function sealToText(seal: Seal): string {
  const members = new Map<string, Value>();
  for (const [signer, entry] of seal) {
    members.set(
      signer,
      objectToMap({
        hypothesis_hash: entry.hypothesis_hash,
        s_timestamp: BigInt(entry.s_timestamp),
        public_key: entry.public_key,
        signature: entry.signature,
      }),
    );
  }
  return canonicalJson(mapToValue(members));
}

interface SealCheck {
  /** The validators' addresses in slot order, the newest last, duplicates kept. */
  readonly slots: readonly string[];
  /** The rules of the block's network. */
  readonly rules: Pick<RuleSet, "hypothesisHash" | "isSealTimeExact">;
  /** Whether an entry is signed by its public key. Default: `isEntrySigned`. */
  readonly isSigned?: (entry: SealEntry) => boolean;
}

/**
 * Throws `SEAL_INVALID` unless the seal is valid (PROTOCOL 8.11, 16.1): the holder of the newest slot sealed the content with
 * the block's s_timestamp, or valid entries cover more than 0.6 of the slots and the latest s_timestamp among them is
 * the block's.
 */
export function assertSeal(
  seal: Seal,
  content: SealedContent,
  { slots, rules, isSigned = isEntrySigned }: SealCheck,
): void {
  const hash = rules.hypothesisHash(content);
  assertForm(seal, hash);
  const isValid = (signer: string, entry: SealEntry): boolean =>
    entry.hypothesis_hash === hash &&
    (!rules.isSealTimeExact || entry.s_timestamp === content.s_timestamp) &&
    addressOf(entry.public_key) === signer &&
    isSigned(entry);
  const newest = slots.at(-1);
  const newestEntry = newest === undefined ? undefined : seal.get(newest);
  if (
    newest !== undefined &&
    newestEntry?.s_timestamp === content.s_timestamp &&
    isValid(newest, newestEntry)
  ) {
    return;
  }
  let votes = 0;
  let latest = 0;
  for (const [signer, entry] of seal) {
    const held = slots.filter((slot) => slot === signer).length;
    if (held === 0 || !isValid(signer, entry)) continue;
    votes += held;
    latest = Math.max(latest, entry.s_timestamp);
  }
  if (!isConsensus(votes, slots.length)) {
    throw errors.sealInvalid({ reason: `valid entries cover ${votes} of ${slots.length} validator slots` });
  }
  if (latest !== content.s_timestamp) {
    const reason = `the latest valid entry is of ${latest}, but the block is of ${content.s_timestamp}`;
    throw errors.sealInvalid({ reason });
  }
}

/** Throws `RECORD_MALFORMED` unless each entry has a hypothesis hash as long as that of the network's rules. */
function assertForm(seal: Seal, { length }: string): void {
  for (const { hypothesis_hash } of seal.values())
    if (hypothesis_hash.length !== length)
      throw malformedField("main block", "seal", `must list hypothesis hashes of ${length} characters`);
}

export function isEntrySigned({ hypothesis_hash, public_key, signature }: SealEntry): boolean {
  return isSignatureValid(hypothesis_hash, public_key, signature);
}
