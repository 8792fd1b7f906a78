import type { ChainError } from "../codec/chain-error.js";
import type { Clock } from "../base/clock/clock.js";
import { KeyWatch, type Sighting } from "../consensus/key-watch.js";
import type { ReadableNotes } from "../consensus/signing-memory.js";
import type { ValidatorKey } from "../consensus/validator-key.js";
import type { RuleSet } from "../records/rules.js";
import type { RemoteKey } from "../signer/remote-key.js";
import type { SigningEnd } from "./signing-end.js";
import { Takeover, type Hearing } from "./takeover.js";
import * as errors from "./errors.js";

interface SigningWatchOptions {
  readonly key: ValidatorKey;
  /** What the key has signed for this process. */
  readonly notes: ReadableNotes;
  /** The key, when another process holds it. */
  readonly remote: RemoteKey | null;
  readonly rules: RuleSet;
  readonly signingEnd: SigningEnd;
  readonly clock: Clock;
  /** Why nothing is signed until the clock is right, null while it is (PROTOCOL 15.13). */
  readonly clockRefusal: () => ChainError | null;
  /** How much the node would see of what other processes sign. */
  readonly hearing: () => Hearing;
}

/** Whether a node may sign: not while another process may sign with its key, and no more once it has. */
export class SigningWatch {
  /** The key, which signs nothing while nothing may be signed. */
  readonly key: ValidatorKey;
  readonly keyWatch: KeyWatch;
  readonly remote: RemoteKey | null;
  readonly #notes: ReadableNotes;
  readonly #end: SigningEnd;
  readonly #takeover: Takeover;
  readonly #clock: Clock;
  readonly #clockRefusal: () => ChainError | null;

  constructor(options: SigningWatchOptions) {
    const { key, notes, remote, rules, signingEnd, clock, clockRefusal, hearing } = options;
    this.key = guardedKey(key, () => this.refusal !== null);
    this.remote = remote;
    this.#notes = notes;
    this.#clockRefusal = clockRefusal;
    this.#end = signingEnd;
    this.#clock = clock;
    this.#takeover = new Takeover({ clock, hearing });
    this.keyWatch = new KeyWatch({
      address: key.address,
      notes,
      rules,
      isShared: remote !== null,
      onForeign: (sighting) => void this.#noteForeign(sighting),
    });
  }

  /** Why nothing is signed until the node is started again, null while it may sign. */
  get ended(): ChainError | null {
    return this.#end.reason;
  }

  /** Why nothing is signed now: it has ended, or the clock is surely wrong. Null while the node may sign. */
  get refusal(): ChainError | null {
    return this.ended ?? this.#clockRefusal();
  }

  /** Whether it waits until the key is quiet. */
  get isWaiting(): boolean {
    return this.#takeover.isWaiting;
  }

  /** The time, µs, up to which nothing new is signed (PROTOCOL 9.15). */
  get silentUntilUs(): number {
    return this.#notes.forgottenUpTo;
  }

  /** Calls `sign` at once, or after a takeover once the key has been quiet for two rounds. */
  start(isTakeover: boolean, sign: () => void): void {
    if (!isTakeover) return sign();
    this.#takeover.wait(() => {
      // What the other process signed may be shown again later.
      this.keyWatch.ignoreUpTo(this.#clock.nowUs());
      sign();
    });
  }

  stop(): void {
    this.#takeover.stop();
  }

  async #noteForeign(sighting: Sighting): Promise<void> {
    // Of a signer, which serves other nodes too, only the signer knows.
    if (this.remote !== null && !(await this.remote.isForeign(sighting))) return;
    if (this.isWaiting) this.#takeover.noteForeign();
    else this.#end.now(errors.keyInUse());
  }
}

function guardedKey(key: ValidatorKey, isRefused: () => boolean): ValidatorKey {
  return {
    publicKey: key.publicKey,
    address: key.address,
    get isServing() {
      return key.isServing;
    },
    async sign(records) {
      const signatures = isRefused() ? null : await key.sign(records);
      return isRefused() ? null : signatures;
    },
  };
}
