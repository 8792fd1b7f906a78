import { LRUCache } from "lru-cache";
import { timeHashId, type ToldTips } from "../../consensus/round-news.js";
import type { Ledger } from "../../ledger/ledger.js";

/** How many of this node's last tips of each chain are remembered. */
const MAX_OWN = 64;
/** More than the hosts that a node asks. */
const MAX_HOSTS = 512;
/** How long a peer whose chains hold nothing new is not asked for its status, µs. */
const QUIET_US = 8_000_000;
/** How long the first that tells of new blocks is asked for them alone, µs. */
const LEAD_US = 1_000_000;

/** The ends of their chains that peers tell beside the news of the round (PROTOCOL 15.15). */
export class PeerTips {
  readonly #ledger: Pick<Ledger, "tip" | "resourceChain">;
  readonly #own = new LRUCache<string, true>({ max: 2 * MAX_OWN });
  readonly #told = new LRUCache<string, ToldTips>({ max: MAX_HOSTS });
  /** When each host was asked for its status last, µs. */
  readonly #asked = new LRUCache<string, number>({ max: MAX_HOSTS });

  /** The host that was asked first of those that tell the same new blocks. */
  #lead = { host: "", key: "", atUs: -Infinity };

  readonly #isNamed: (host: string) => boolean;

  /** @param isNamed whether the operator named a host: no stranger keeps it from being asked (PROTOCOL 15.12). */
  constructor(ledger: Pick<Ledger, "tip" | "resourceChain">, isNamed: (host: string) => boolean) {
    this.#ledger = ledger;
    this.#isNamed = isNamed;
  }

  note(host: string, tips: ToldTips): void {
    this.#told.set(host, tips);
  }

  /** Notes that the status of a host names blocks that this node lacks: what the host told before is old. */
  noteOther(host: string): void {
    const told = this.#told.get(host);
    if (told !== undefined && this.#isOwn(told)) this.#told.delete(host);
  }

  noteAsked(host: string, nowUs: number): void {
    this.#asked.set(host, nowUs);
    this.lead(host, nowUs);
  }

  /** Notes that a host is being asked for the new blocks that it tells, or tells them whole. */
  lead(host: string, nowUs: number): void {
    const told = this.#told.get(host);
    if (told === undefined || this.#isOwn(told)) return;
    // Another host that tells the same is asked when this one has had its time.
    if (!this.#isLed(host, told, nowUs)) this.#lead = { host, key: keyOf(told), atUs: nowUs };
  }

  /**
   * Whether a peer need not be asked: its status is not old, and its chains end with blocks that this node has or had, or
   * that another peer is being asked for.
   */
  isQuiet(host: string, nowUs: number): boolean {
    const { tip, resourceChain } = this.#ledger;
    this.#own.set(timeHashId(tip.blockhash), true);
    this.#own.set(timeHashId(resourceChain.tip?.blockhash ?? ""), true);
    const told = this.#told.get(host);
    if (told === undefined || nowUs - (this.#asked.get(host) ?? -Infinity) >= QUIET_US) return false;
    return this.#isOwn(told) || this.#isLed(host, told, nowUs);
  }

  #isOwn({ main, resource }: ToldTips): boolean {
    return this.#own.has(main) && this.#own.has(resource);
  }

  /** Whether another host, which told the same, was asked just now and has some time to give it. */
  #isLed(host: string, told: ToldTips, nowUs: number): boolean {
    const { host: lead, key, atUs } = this.#lead;
    const isOutranked = this.#isNamed(host) && !this.#isNamed(lead);
    return lead !== host && key === keyOf(told) && nowUs - atUs < LEAD_US && !isOutranked;
  }
}

function keyOf({ main, resource }: ToldTips): string {
  return `${main} ${resource}`;
}
