import type { PeerLog } from "../tracking/peer-log.js";

/** A peer's main branch that would undo settled blocks of this node. */
export interface WaitingBranch {
  readonly host: string;
  /** The height of the last common main block. */
  readonly common: number;
  readonly height: number;
  /** When it was first seen, µs. */
  readonly sinceUs: number;
}

/**
 * The branches of peers that wait for the resource chains to decide (PROTOCOL 15.3), by host. This node goes on with its
 * own chain meanwhile, and its status lists them.
 */
export class WaitingBranches {
  readonly #branches = new Map<string, WaitingBranch>();
  readonly #log: PeerLog;

  constructor(log: PeerLog) {
    this.#log = log;
  }

  get all(): readonly WaitingBranch[] {
    return [...this.#branches.values()];
  }

  has(host: string): boolean {
    return this.#branches.has(host);
  }

  note({ host, common, height }: Omit<WaitingBranch, "sinceUs">, nowUs: number): void {
    const before = this.#branches.get(host);
    const sinceUs = before?.common === common ? before.sinceUs : nowUs;
    this.#branches.set(host, { host, common, height, sinceUs });
    if (sinceUs === nowUs) this.#log("warn", "branch waits for the resource chain", { host, common, height });
  }

  /** Removes the branch of a host, or those of all hosts but these. */
  remove(host: string): void {
    this.#branches.delete(host);
  }

  keepOnly(hosts: ReadonlySet<string>): void {
    for (const host of this.#branches.keys()) if (!hosts.has(host)) this.#branches.delete(host);
  }
}
