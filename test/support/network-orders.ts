import { setTimeout } from "node:timers/promises";
import type { Value } from "../../src/codec/value.js";
import { createClient, type Client } from "../../src/client/create-client.js";
import { devAccounts } from "../../src/data/dev-network.js";
import type { KeyPair } from "../../src/data/directory/identity.js";
import { signTransaction } from "../../src/records/transaction.js";

const AT_ONCE = 10;
const POLL_MS = 100;
/** Transactions are dated this far ahead, so that blocks overtake few of them on their way to the validator. */
const AHEAD_US = 1_000_000;

/** A transaction that must be committed, by the hash of its last signing. */
interface Order {
  readonly from: KeyPair;
  readonly members: Readonly<Record<string, Value>>;
  hash: string;
}

/** Transactions for the nodes of a network that stop and come back while they are sent. */
export class NetworkOrders {
  /** A restarted node has another URL. */
  readonly #urls: () => readonly string[];
  readonly #random: () => number;

  constructor(urls: () => readonly string[], random: () => number) {
    this.#urls = urls;
    this.#random = random;
  }

  /** The funds of all development accounts. */
  faucets(): readonly Order[] {
    return devAccounts().map((from) => ({ from, members: { type: "Faucet" }, hash: "" }));
  }

  /** Transfers of one unit from each account in turn to the next one. */
  transfers(count: number): readonly Order[] {
    const accounts = devAccounts();
    return Array.from({ length: count }, (_, index) => {
      const [from, to] = [accounts[index % accounts.length], accounts[(index + 1) % accounts.length]];
      if (from === undefined || to === undefined) throw new RangeError("There are ten. ");
      return { from, members: { type: "Send", to: to.address, amount: "1" }, hash: "" };
    });
  }

  /** Sends all, a few at a time, each to random nodes until one accepts it. */
  send(orders: readonly Order[]): Promise<void> {
    return each(orders, (order) => this.#send(order));
  }

  /** Waits until all are committed. A transaction that every node dropped is sent again. */
  async untilCommitted(orders: readonly Order[]): Promise<void> {
    let open = orders;
    while (open.length > 0) {
      await setTimeout(POLL_MS);
      const pools = await Promise.all(this.clients().map((client) => client.broadcast()));
      const gone = open.filter(({ hash }) => pools.every(({ transactions }) => !transactions.has(hash)));
      const committed = new Set<Order>();
      await each(gone, async (order) => {
        if ((await this.clients()[0]?.getTransaction(order.hash)) === null) await this.#send(order);
        else committed.add(order);
      });
      open = open.filter((order) => !committed.has(order));
    }
  }

  async untilOneTip(): Promise<void> {
    for (;;) {
      const rounds = await Promise.all(this.clients().map((client) => client.round()));
      if (new Set(rounds.map(({ block }) => block.blockhash)).size === 1) return;
      await setTimeout(POLL_MS);
    }
  }

  clients(): readonly Client[] {
    return this.#urls().map((url) => createClient({ url }));
  }

  /** Signs with the current time. */
  async #send(order: Order): Promise<void> {
    for (;;) {
      const timestamp = BigInt(Date.now() * 1000 + AHEAD_US + Math.floor(this.#random() * 1000));
      const content = new Map<string, Value>(Object.entries({ timestamp, ...order.members }));
      const transaction = signTransaction(content, order.from.privateKey);
      const clients = this.clients();
      try {
        await clients[Math.floor(this.#random() * clients.length)]?.sendTransaction(transaction);
        order.hash = transaction.hash;
        return;
      } catch {
        // The node is down, or lacks the block that the transaction needs.
        await setTimeout(POLL_MS);
      }
    }
  }
}

/** Calls a function for each order, a few at a time. */
async function each(orders: readonly Order[], work: (order: Order) => Promise<unknown>): Promise<void> {
  for (let first = 0; first < orders.length; first += AT_ONCE)
    await Promise.all(orders.slice(first, first + AT_ONCE).map(work));
}
