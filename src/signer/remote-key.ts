import { randomBytes } from "node:crypto";
import { addressOf } from "../codec/address.js";
import { ChainError, messageOf } from "../codec/chain-error.js";
import { isKey, isSignatureValid } from "../codec/ed25519.js";
import { valueToText } from "../codec/text.js";
import { listIn, objectToValue, type Value, type ValueMap } from "../codec/value.js";
import { repeatAside, type Clock } from "../base/clock/clock.js";
import { createLane } from "../base/lane.js";
import type { Log } from "../base/log.js";
import { RepeatedFault } from "../base/repeated-fault.js";
import type { Sighting } from "../consensus/key-watch.js";
import { SigningNotes } from "../consensus/signing-memory.js";
import { signingsOf, type ValidatorKey } from "../consensus/validator-key.js";
import { hashSignedRecord, signedRecordToValue, type SignedRecord } from "../records/signed-record.js";
import type { SignerAddress } from "./address.js";
import { SignerChannel } from "./signer-channel.js";
import * as errors from "./errors.js";

export interface RemoteSignerOptions {
  readonly address: SignerAddress;
  /** The address as it was given. */
  readonly signer: string;
  /** What the signer calls this node. */
  readonly name: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether the lease is taken from a node that has it. */
  readonly takesLease?: boolean;
}

/** How often the node asks whether it is served, which keeps the lease, µs. */
const LOOK_US = 1_000_000;
/** The longest pause between two tries to connect, µs. */
const LONGEST_PAUSE_US = 5_000_000;
/** How many questions wait for an answer to the ones before. */
const MAX_WAITING = 4;
/** A round waits for a signature at most so long. */
const PATIENCE_MS = 2000;

/**
 * A validator's key in a signer. It signs while the signer serves this node: of the nodes that want it, one has the
 * lease. A signer that does not answer, or has another key, is asked again until it answers rightly.
 */
export class RemoteKey implements ValidatorKey {
  readonly publicKey: string;
  readonly address: string;
  /** What the signer has signed for this process. */
  readonly notes = new SigningNotes();
  readonly #options: RemoteSignerOptions;
  readonly #id = randomBytes(16).toString("hex");
  readonly #lane = createLane();
  readonly #faults: RepeatedFault;
  /** Ends the looks; null before the first. */
  #looking: AbortController | null = null;
  #channel: SignerChannel | null = null;
  #isWanted: (roundKey: string) => Promise<boolean> = async () => false;
  /** The last round key for which the signer signed, as it said; null before it did. */
  #roundKey: string | null = null;
  #takesLease: boolean;
  #isServing = false;
  #holder: string | null = null;
  #problem: ChainError | null = null;
  /** Why the last record was not signed: its date, or the disk of the signer. */
  #refusal: ChainError | null = null;
  #pauseUs = LOOK_US / 2;
  #nextTryUs = 0;

  constructor(publicKey: string, options: RemoteSignerOptions) {
    this.publicKey = publicKey;
    this.address = addressOf(publicKey);
    this.#options = options;
    this.#takesLease = options.takesLease === true;
    this.#faults = new RepeatedFault(options.clock);
  }

  get isServing(): boolean {
    return this.#isServing;
  }

  /** Why nothing is signed for any node; null while the signer answers, and signs. */
  get problem(): ChainError | null {
    return this.#problem ?? this.#refusal;
  }

  /** The address of the signer as it was given. */
  get signer(): string {
    return this.#options.signer;
  }

  /** The node that is served; null when none is, or the signer does not answer. */
  get holder(): string | null {
    return this.#holder;
  }

  /**
   * Asks the signer from now on, for the lease while it is wanted.
   *
   * @param isWanted called with the last round key for which the signer has signed for any node.
   */
  start(isWanted: (roundKey: string) => Promise<boolean>): void {
    this.#isWanted = isWanted;
    if (this.#looking !== null) return;
    this.#looking = new AbortController();
    const { signal } = this.#looking;
    void this.#look(signal).then(() => {
      if (signal.aborted) return;
      const end = repeatAside(this.#options.clock, LOOK_US, () => this.#look(signal));
      signal.addEventListener("abort", end);
    });
  }

  async sign(records: readonly SignedRecord[]): Promise<readonly string[] | null> {
    if (!this.#isServing) return null;
    const answer = await this.#ask(objectToValue({ sign: records.map(signedRecordToValue) }));
    if (answer === null) return null;
    const signatures = listIn(answer, "signatures").map(valueToText);
    const isRight = records.every((record, index) =>
      isSignatureValid(hashSignedRecord(record), this.publicKey, signatures[index] ?? ""),
    );
    this.#refusal = null;
    if (!isRight) this.#fail(new Error("its signature is wrong"));
    else for (const signing of records.flatMap(signingsOf)) this.notes.add(signing);
    return isRight ? signatures : null;
  }

  /** Whether the signer knows that it has not made a signature of its key. */
  async isForeign({ kind, previous_blockhash, hash, afterUs }: Sighting): Promise<boolean> {
    // Others can show many signatures.
    if (this.#lane.pendingCount >= MAX_WAITING) return false;
    const noted = objectToValue({ kind, previous_blockhash, hash, after: BigInt(afterUs) });
    return (await this.#ask(objectToValue({ noted })))?.get("foreign") === true;
  }

  /** Ends the connection, and with it the lease. */
  close(): void {
    this.#looking?.abort();
    this.#drop();
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { clock, address } = this.#options;
    if (this.#channel === null) {
      if (clock.nowUs() < this.#nextTryUs) return;
      this.#pauseUs = Math.min(2 * this.#pauseUs, LONGEST_PAUSE_US);
      this.#nextTryUs = clock.nowUs() + this.#pauseUs;
      try {
        this.#channel = await SignerChannel.open(address, PATIENCE_MS);
      } catch (error) {
        this.#fail(error);
        return;
      }
      if (signal.aborted) this.#drop();
    }
    const after = this.#roundKey;
    const wanted = after !== null && (await this.#isWanted(after));
    const take = wanted && this.#takesLease;
    const answer = await this.#ask(
      leaseRequest(this.#id, { name: this.#options.name, wanted, take, after: after ?? "" }),
    );
    if (answer === null) return;
    // A node that is behind takes it later.
    if (take) this.#takesLease = false;
    this.#note(answer);
    // The first answer says what the node must have.
    if (after === null && this.#roundKey !== null) await this.#look(signal);
  }

  #note(answer: ValueMap): void {
    const { signer, log } = this.#options;
    const publicKey = answer.get("public_key");
    if (publicKey !== this.publicKey) {
      this.#fail(
        errors.signerOtherKey({ signer, expected: this.publicKey, got: valueToText(publicKey ?? null) }),
      );
      return;
    }
    this.#roundKey = valueToText(answer.get("round_key") ?? "");
    const holder = answer.get("holder");
    const wasServing = this.#isServing;
    this.#isServing = answer.get("held") === true;
    this.#holder = typeof holder === "string" ? holder : null;
    this.#problem = null;
    this.#pauseUs = LOOK_US / 2;
    if (wasServing === this.#isServing) return;
    const message = this.#isServing
      ? "the signer serves this node"
      : "the signer does not serve this node any more";
    log({ level: "info", module: "signer", message, fields: { signer } });
  }

  /** The answer; null without one, or with a refusal, which the log has. */
  #ask(request: Value): Promise<ValueMap | null> {
    return this.#lane(async () => {
      if (this.#channel === null) return null;
      try {
        return await this.#channel.ask(request, PATIENCE_MS);
      } catch (error) {
        if (this.#channel.isOpen) this.#refuse(error);
        else this.#fail(error);
        return null;
      }
    });
  }

  #refuse(error: unknown): void {
    const code = error instanceof ChainError ? error.code : "";
    const isUsual = code === errors.signedBefore.code || code === errors.signerLease.code;
    if (code === errors.signerLease.code) this.#isServing = false;
    const { signer } = this.#options;
    this.#refusal = isUsual ? null : errors.signerFails({ signer, reason: messageOf(error) });
    this.#log(isUsual ? "debug" : "warn", messageOf(error));
  }

  #fail(error: unknown): void {
    const { signer } = this.#options;
    this.#drop();
    this.#problem =
      error instanceof ChainError ? error : errors.signerUnreachable({ signer, reason: messageOf(error) });
    this.#log("warn", this.#problem.message);
  }

  #drop(): void {
    this.#channel?.close();
    [this.#channel, this.#isServing, this.#holder, this.#refusal] = [null, false, null, null];
    this.#roundKey = null;
  }

  #log(level: "warn" | "debug", message: string): void {
    if (!this.#faults.isTold(message)) this.#options.log({ level, module: "signer", message });
  }
}

function leaseRequest(
  node: string,
  lease: { readonly name: string; readonly wanted: boolean; readonly take: boolean; readonly after: string },
): Value {
  return objectToValue({ lease: objectToValue({ node, ...lease }) });
}

/** The public key of a signer. Throws `SIGNER_UNREACHABLE`. */
export async function askPublicKey({
  address,
  signer,
  name,
}: Pick<RemoteSignerOptions, "address" | "signer" | "name">): Promise<string> {
  let channel: SignerChannel | null = null;
  try {
    channel = await SignerChannel.open(address, PATIENCE_MS);
    const node = randomBytes(16).toString("hex");
    const answer = await channel.ask(
      leaseRequest(node, { name, wanted: false, take: false, after: "" }),
      PATIENCE_MS,
    );
    const publicKey = answer.get("public_key");
    if (typeof publicKey === "string" && isKey(publicKey)) return publicKey;
    throw new Error("its answer names no public key");
  } catch (cause) {
    if (cause instanceof ChainError) throw cause;
    throw errors.signerUnreachable({ signer, reason: messageOf(cause) }, { cause });
  } finally {
    channel?.close();
  }
}
