import type { Clock } from "../../base/clock/clock.js";
import { createLane } from "../../base/lane.js";
import * as errors from "../errors.js";

/** A host that the operator does not want, until a time in µs; null means until the ban is lifted. */
export interface Ban {
  readonly host: string;
  readonly untilUs: number | null;
}

export function bansAt(bans: readonly Ban[], nowUs: number): readonly Ban[] {
  return bans.filter(({ untilUs }) => untilUs === null || untilUs > nowUs);
}

export interface BansOptions {
  readonly clock: Pick<Clock, "nowUs">;
  /** The operator's bans so far. */
  readonly bans?: readonly Ban[];
  readonly keepBans?: (bans: readonly Ban[]) => Promise<void>;
}

export class Bans {
  readonly #options: BansOptions;
  readonly #lane = createLane();
  readonly #bans: Map<string, Ban>;

  constructor(options: BansOptions) {
    this.#options = options;
    this.#bans = new Map(options.bans?.map((ban) => [ban.host, ban]));
  }

  /** Those that are in force. */
  get all(): readonly Ban[] {
    return bansAt([...this.#bans.values()], this.#options.clock.nowUs());
  }

  has(host: string): boolean {
    return this.all.some((ban) => ban.host === host);
  }

  /** Throws `PEER_BANNED` for a banned host. */
  assertNone(host: string): void {
    if (this.has(host)) throw errors.peerBanned({ host });
  }

  /** The ban is in force at once. Resolves when it is kept. */
  add(ban: Ban): Promise<void> {
    this.#bans.set(ban.host, ban);
    return this.#keep();
  }

  /** Throws `PEER_NOT_BANNED`. */
  async remove(host: string): Promise<void> {
    if (!this.#bans.delete(host)) throw errors.peerNotBanned({ host });
    await this.#keep();
  }

  /** One after the other, so that the last one keeps all bans. */
  #keep(): Promise<void> {
    return this.#lane(async () => this.#options.keepBans?.(this.all));
  }
}
