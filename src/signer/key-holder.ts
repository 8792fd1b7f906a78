import { addressOf } from "../codec/address.js";
import { isList, memberOf, objectToValue, type Value } from "../codec/value.js";
import type { Clock } from "../base/clock/clock.js";
import { createLane } from "../base/lane.js";
import type { Log } from "../base/log.js";
import type { SigningNotes, SigningMemory } from "../consensus/signing-memory.js";
import { LocalKey } from "../consensus/validator-key.js";
import { Fields } from "../records/fields.js";
import { TIMESTAMP_ERROR_US } from "../records/limits.js";
import { readSignedRecord, type SignedRecord } from "../records/signed-record.js";
import * as errors from "./errors.js";

interface KeyHolderOptions {
  readonly privateKey: string;
  readonly publicKey: string;
  readonly memory: SigningMemory & { readonly notes: SigningNotes };
  readonly clock: Clock;
  readonly log: Log;
}

/** A connection of a node. */
export interface SignerClient {
  /** The node at the other end, once it has said so. */
  node: NamedNode | null;
}

interface NamedNode {
  /** Drawn by the process of the node. */
  readonly id: string;
  /** For people. */
  readonly name: string;
}

/** A chunk, and the hypothesis that lists it. */
const MAX_RECORDS = 2;
const NODE_ID = /^[0-9a-f]{32}$/;
const NAME = /^[\x20-\x7e]{1,128}$/;

/**
 * Holds a validator's key and signs records for one node at a time. It computes each hash itself, signs nothing dated
 * ahead of its clock, and never two records for one round key and time (PROTOCOL 9.15).
 */
export class KeyHolder {
  readonly address: string;
  readonly #options: KeyHolderOptions;
  readonly #key: LocalKey;
  /** One request after the other, so that a lease changes between signatures. */
  readonly #lane = createLane();
  #holder: SignerClient | null = null;
  #lastNode = "";

  constructor(options: KeyHolderOptions) {
    const { publicKey, memory } = options;
    this.address = addressOf(publicKey);
    this.#options = options;
    this.#key = new LocalKey({ ...options, address: this.address }, memory);
  }

  /** Answers a request. Throws why it is refused. */
  answer(client: SignerClient, request: Value): Promise<Value> {
    return this.#lane(() => {
      const [lease, sign, noted] = ["lease", "sign", "noted"].map((name) => memberOf(request, name));
      if (lease !== undefined) return this.#lease(client, lease);
      if (sign !== undefined) return this.#sign(client, sign);
      if (noted !== undefined) return this.#isForeign(noted);
      throw errors.signerRequest({ reason: "it is neither lease, sign nor noted" });
    });
  }

  /** Ends the lease of a connection that has ended. */
  leave(client: SignerClient): void {
    if (this.#holder !== client) return;
    this.#log(`the lease of ${client.node?.name ?? ""} ends`);
    this.#holder = null;
  }

  /** Says who is served, and serves this node if it wants that and no other one has the lease, or if it takes it. */
  #lease(client: SignerClient, value: Value): Value {
    const fields = new Fields(value, "lease");
    const [id, name] = [fields.text("node"), fields.text("name")];
    if (!NODE_ID.test(id) || !NAME.test(name))
      throw errors.signerRequest({ reason: "node is 32 hex characters, and name 1 to 128 of ASCII" });
    client.node = { id, name };
    const [isWanted, isTaken] = ["wanted", "take"].map((member) => memberOf(value, member) === true);
    // A node that lacks the block after which another one has signed would make a second chain.
    const isCurrent = memberOf(value, "after") === this.#roundKey;
    if (isWanted !== true) this.leave(client);
    else if (isCurrent && (this.#holder === null || (isTaken === true && this.#holder !== client)))
      this.#give(client, client.node);
    const { publicKey, memory } = this.#options;
    return objectToValue({
      public_key: publicKey,
      held: this.#holder === client,
      holder: this.#holder?.node?.name ?? null,
      round_key: this.#roundKey,
      silent_until: BigInt(memory.notes.forgottenUpTo),
    });
  }

  /** The last round key for which it signed, that of the latest date; empty before the first. */
  get #roundKey(): string {
    const notes = [...this.#options.memory.notes.all];
    const times = notes.map(({ s_timestamp }) => s_timestamp);
    return notes[times.lastIndexOf(Math.max(...times))]?.previous_blockhash ?? "";
  }

  #give(client: SignerClient, { id, name }: NamedNode): void {
    const { notes } = this.#options.memory;
    // A node signs nothing beside what another one has signed: its chunk and hypothesis of a time belong together.
    if (id !== this.#lastNode) for (const { s_timestamp } of notes.all) notes.forgetUpTo(s_timestamp);
    this.#holder = client;
    this.#lastNode = id;
    this.#log(`the lease is given to ${name}`);
  }

  async #sign(client: SignerClient, value: Value): Promise<Value> {
    if (this.#holder !== client) throw errors.signerLease({ holder: this.#holder?.node?.name ?? "none" });
    if (!isList(value) || value.length === 0 || value.length > MAX_RECORDS)
      throw errors.signerRequest({ reason: `sign is a list of 1 to ${MAX_RECORDS} records` });
    const records = value.map((record) => readSignedRecord(record));
    for (const record of records) this.#assertDue(record);
    const signatures = await this.#key.sign(records);
    if (signatures === null) throw errors.signedBefore();
    return objectToValue({ signatures: [...signatures] });
  }

  #assertDue(record: SignedRecord): void {
    if (!("s_timestamp" in record)) return;
    const aheadUs = record.s_timestamp - this.#options.clock.nowUs();
    if (aheadUs > TIMESTAMP_ERROR_US) throw errors.signerDate({ seconds: Math.round(aheadUs / 1_000_000) });
  }

  /** Whether another process has made a signature of this key. */
  #isForeign(value: Value): Value {
    const fields = new Fields(value, "noted");
    const kind = fields.text("kind");
    if (kind !== "chunk" && kind !== "hypothesis")
      throw errors.signerRequest({ reason: "its kind is unknown" });
    const previous_blockhash = fields.previousBlockhash("previous_blockhash");
    const signing = { kind, previous_blockhash, hash: fields.statedHash("hash") } as const;
    const isForeign = this.#options.memory.notes.isForeign(signing, fields.integer("after"));
    return objectToValue({ foreign: isForeign });
  }

  #log(message: string): void {
    this.#options.log({ level: "info", module: "signer", message });
  }
}
