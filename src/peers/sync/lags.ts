import { hasMore, type ChainStatus } from "./chain-status.js";

type Heights = Pick<ChainStatus, "main" | "resource">;

interface Lag {
  /** The heights that the peer had then. */
  readonly goal: Heights;
  readonly sinceUs: number;
}

/** How long peers have had blocks that this node lacks (PROTOCOL 15.12). */
export class Lags {
  /** By host: as many as there are neighbours. */
  readonly #lags = new Map<string, Lag>();

  /** Notes what a peer says that it has. */
  note(host: string, theirs: Heights, ours: Heights, nowUs: number): void {
    const lag = this.#lags.get(host);
    if (!hasMore(theirs, ours)) this.#lags.delete(host);
    else if (lag === undefined || !hasMore(lag.goal, ours))
      this.#lags.set(host, { goal: { main: theirs.main, resource: theirs.resource }, sinceUs: nowUs });
  }

  /** Forgets a peer that answers no more, or whose chains are not better than ours. */
  forget(host: string): void {
    this.#lags.delete(host);
  }

  keepOnly(hosts: ReadonlySet<string>): void {
    for (const host of this.#lags.keys()) if (!hosts.has(host)) this.#lags.delete(host);
  }

  /** For how long a peer has had blocks that we lack, µs; 0 when it has none. */
  of(host: string, ours: Heights, nowUs: number): number {
    const lag = this.#lags.get(host);
    return lag === undefined || !hasMore(lag.goal, ours) ? 0 : nowUs - lag.sinceUs;
  }

  /** The main height that a peer had since then. */
  heightOf(host: string): number {
    return this.#lags.get(host)?.goal.main ?? 0;
  }
}
