import type { ChainError } from "../codec/chain-error.js";
import type { Clock } from "../base/clock/clock.js";
import { KeyWatch } from "../consensus/key-watch.js";
import type { SigningMemory } from "../consensus/signing-memory.js";
import type { RuleSet } from "../records/rules.js";
import { endingMemory, type SigningEnd } from "./signing-end.js";
import { Takeover, type Hearing } from "./takeover.js";
import * as errors from "./errors.js";

interface SigningWatchOptions {
  /** The validator's address. */
  readonly address: string;
  readonly memory: SigningMemory;
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
  readonly memory: SigningMemory;
  readonly keyWatch: KeyWatch;
  readonly #end: SigningEnd;
  readonly #takeover: Takeover;
  readonly #clock: Clock;
  readonly #clockRefusal: () => ChainError | null;

  constructor(options: SigningWatchOptions) {
    const { address, memory, rules, signingEnd, clock, clockRefusal, hearing } = options;
    const ending = endingMemory(memory, signingEnd);
    this.memory = {
      notes: memory.notes,
      note: async (signings) => clockRefusal() === null && ending.note(signings),
    };
    this.#clockRefusal = clockRefusal;
    this.#end = signingEnd;
    this.#clock = clock;
    this.#takeover = new Takeover({ clock, hearing });
    const { notes } = memory;
    this.keyWatch = new KeyWatch({ address, notes, rules, onForeign: () => this.#noteForeign() });
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
    return this.memory.notes.forgottenUpTo;
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

  #noteForeign(): void {
    if (this.isWaiting) this.#takeover.noteForeign();
    else this.#end.now(errors.keyInUse());
  }
}
