import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect } from "chai";
import type { Value } from "../../src/codec/value.js";
import { createClient, type Client } from "../../src/client/create-client.js";
import { devAccounts } from "../../src/data/dev-network.js";
import type { KeyPair } from "../../src/data/directory/identity.js";
import { signTransaction } from "../../src/records/transaction.js";
import { openSqliteStore } from "../../src/store/sqlite/open.js";
import { NetworkProcesses } from "../support/network-processes.js";
import { stateOf } from "../support/replay.js";
import { createSeededRandom, seeded } from "../support/seeded-random.js";

const NODES = 4;
const TRANSFERS = 500;
const AT_ONCE = 10;
/** The node that is killed, and the numbers of transfers after which it is killed and restarted. */
const VICTIM = 1;
const KILLED_AFTER = 150;
const BACK_AFTER = 300;
const POLL_MS = 100;
/** Transactions are dated this far ahead, so that blocks overtake few of them on their way to the validator. */
const AHEAD_US = 1_000_000;

const CONSTANTS = {
  validator_count: NODES,
  main_chain_interval: 500_000,
  resource_interval: 1_000_000,
  resource_confirm_count: 5,
  confirm_interval: 10_000_000,
  // The miner of the next resource block is random, and mining takes no time.
  default_difficulty: 10_000n,
};

/** A transaction that must be committed, by the hash of its last signing. */
interface Order {
  readonly from: KeyPair;
  readonly members: Readonly<Record<string, Value>>;
  hash: string;
}

describe("Four processes of a network that is created from a definition file, all validators", function () {
  this.timeout(1_800_000);
  const random = createSeededRandom();
  let network: NetworkProcesses;
  /** The restarted node has another URL. */
  const clients = (): readonly Client[] => network.urls.map((url) => createClient({ url }));

  before(async () => {
    network = await NetworkProcesses.form({
      nodes: NODES,
      constants: CONSTANTS,
      flags: () => ["--mine", "--mining-duty", "10"],
    });
  });
  after(() => network.end());

  /** Signs with the current time, and sends to random nodes until one accepts. */
  async function send(order: Order): Promise<void> {
    for (;;) {
      const timestamp = BigInt(Date.now() * 1000 + AHEAD_US + Math.floor(random() * 1000));
      const content = new Map<string, Value>(Object.entries({ timestamp, ...order.members }));
      const transaction = signTransaction(content, order.from.privateKey);
      try {
        await clients()[Math.floor(random() * NODES)]?.sendTransaction(transaction);
        order.hash = transaction.hash;
        return;
      } catch {
        // The node is down, or lacks the block that the transaction needs.
        await setTimeout(POLL_MS);
      }
    }
  }

  /** Calls a function for each item, a few at a time. */
  async function each(orders: readonly Order[], work: (order: Order) => Promise<unknown>): Promise<void> {
    for (let first = 0; first < orders.length; first += AT_ONCE)
      await Promise.all(orders.slice(first, first + AT_ONCE).map(work));
  }

  /** Waits until all are committed. A transaction that every node dropped is sent again. */
  async function untilCommitted(orders: readonly Order[]): Promise<void> {
    let open = orders;
    while (open.length > 0) {
      await setTimeout(POLL_MS);
      const pools = await Promise.all(
        clients().map(async (client) => (await client.broadcast()).transactions),
      );
      const gone = open.filter(({ hash }) => pools.every((pool) => !pool.has(hash)));
      const committed = new Set<Order>();
      await each(gone, async (order) => {
        if ((await clients()[0]?.getTransaction(order.hash)) === null) await send(order);
        else committed.add(order);
      });
      open = open.filter((order) => !committed.has(order));
    }
  }

  async function untilOneTip(): Promise<void> {
    for (;;) {
      const tips = await Promise.all(clients().map(async (client) => (await client.round()).block.blockhash));
      if (new Set(tips).size === 1) return;
      await setTimeout(POLL_MS);
    }
  }

  /** Waits until each node has mined a confirmed block and so is a validator. */
  async function untilAllValidate(): Promise<void> {
    const miners = new Set<string>();
    while (miners.size < NODES) {
      await setTimeout(POLL_MS);
      const blocks = (await clients()[0]?.getResourceBlockSummaries(1)) ?? [];
      const confirmedBeforeUs = Date.now() * 1000 - CONSTANTS.confirm_interval;
      for (const { timestamp, miner } of blocks) if (timestamp < confirmedBeforeUs) miners.add(miner);
    }
  }

  async function stateIn(directory: string): Promise<unknown> {
    const store = await openSqliteStore({ file: join(directory, "chain.sqlite"), readOnly: true });
    const state = { universal: await stateOf(store, "universal"), local: await stateOf(store, "local") };
    await store.close();
    return state;
  }

  it(
    seeded(
      "take 500 transactions at random nodes while one is killed and comes back, and end with equal state",
    ),
    async () => {
      const accounts = devAccounts();
      const faucets = accounts.map((from): Order => ({ from, members: { type: "Faucet" }, hash: "" }));
      await each(faucets, send);
      await untilCommitted(faucets);
      await untilAllValidate();

      const transfers = Array.from({ length: TRANSFERS }, (_, index): Order => {
        const [from, to] = [accounts[index % accounts.length], accounts[(index + 1) % accounts.length]];
        if (from === undefined || to === undefined) throw new RangeError("There are ten. ");
        return { from, members: { type: "Send", to: to.address, amount: "1" }, hash: "" };
      });
      await each(transfers.slice(0, KILLED_AFTER), send);
      await network.kill(VICTIM);
      await each(transfers.slice(KILLED_AFTER, BACK_AFTER), send);
      await network.restart(VICTIM);
      await each(transfers.slice(BACK_AFTER), send);
      await untilCommitted(transfers);
      await untilOneTip();

      expect(await network.stop()).to.deep.equal(Array(NODES).fill(0));
      const states = await Promise.all(network.directories.map(stateIn));
      for (const state of states) expect(state).to.deep.equal(states[0]);
    },
  );
});
