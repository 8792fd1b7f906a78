import type { ChainError } from "../../codec/chain-error.js";
import type { Clock } from "../../base/clock/clock.js";
import type { ChainName } from "../../ledger/apply/placed.js";
import { toLine } from "../tracking/host-records.js";
import type { PeerLog } from "../tracking/peer-log.js";
import type { Peer } from "../tracking/peer-table.js";

/** A block of a peer that breaks a rule. */
export interface RefusedBlock {
  readonly peer: Peer;
  readonly chain: ChainName;
  readonly height: number;
  readonly blockhash: string;
  readonly reason: ChainError;
}

/** A refused block of a peer, as the status shows it. */
export interface Refusal {
  /** µs. */
  readonly atUs: number;
  readonly host: string;
  readonly chain: ChainName;
  readonly height: number;
  readonly blockhash: string;
  readonly code: string;
  readonly reason: string;
}

const MAX_REFUSALS = 8;

/**
 * The last blocks of peers that were refused (PROTOCOL 14.8). A node that stops at a block that others accept shows
 * which block, which peer, and why. A block that is offered again is listed once.
 */
export class RefusedBlocks {
  readonly #clock: Clock;
  readonly #log: PeerLog;
  #refusals: readonly Refusal[] = [];

  constructor(clock: Clock, log: PeerLog) {
    this.#clock = clock;
    this.#log = log;
  }

  /** In order of refusal, the latest last. */
  get all(): readonly Refusal[] {
    return this.#refusals;
  }

  add({ peer: { host }, chain, height, blockhash, reason }: RefusedBlock): void {
    const told = { host, chain, height, blockhash, code: reason.code, reason: reasonOf(reason) };
    this.#log("warn", "block refused", told);
    const others = this.#refusals.filter((each) => each.host !== host || each.blockhash !== blockhash);
    this.#refusals = [...others, { atUs: this.#clock.nowUs(), ...told }].slice(-MAX_REFUSALS);
  }
}

/** Shown by themselves. */
const PLACE: ReadonlySet<string> = new Set(["chain", "height"]);

/** The message with the part of the block that breaks the rule: the transaction and its own reason, or the cell. */
function reasonOf({ message, details }: RefusedBlock["reason"]): string {
  const parts = Object.entries(details).flatMap(([name, value]) =>
    PLACE.has(name) ? [] : `${name} ${value}`,
  );
  return toLine(parts.length === 0 ? message : `${message.trim()} (${parts.join(", ")})`);
}
