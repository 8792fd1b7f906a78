import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect } from "chai";
import { openSqliteStore } from "../../src/store/sqlite/open.js";
import { NetworkOrders } from "../support/network-orders.js";
import { NetworkProcesses } from "../support/network-processes.js";
import { stateOf } from "../support/replay.js";
import { createSeededRandom, seeded } from "../support/seeded-random.js";

const NODES = 4;
const TRANSFERS = 500;
/** The node that is killed, and the numbers of transfers after which it is killed and restarted. */
const VICTIM = 1;
const KILLED_AFTER = 150;
const BACK_AFTER = 300;
const POLL_MS = 100;

const CONSTANTS = {
  validator_count: NODES,
  main_chain_interval: 500_000,
  resource_interval: 1_000_000,
  // Four times as many blocks, a minute of them, may be undone: a slow machine takes long to start the node that was killed,
  // which mines a branch of its own until it hears the others.
  resource_confirm_count: 30,
  confirm_interval: 10_000_000,
  // The miner of the next resource block is random, and mining takes no time.
  default_difficulty: 10_000n,
};

describe("Four processes of a network that is created from a definition file, all validators", function () {
  this.timeout(1_800_000);
  const random = createSeededRandom();
  let network: NetworkProcesses;
  const orders = new NetworkOrders(() => network.urls, random);

  before(async () => {
    network = await NetworkProcesses.form({
      nodes: NODES,
      constants: CONSTANTS,
      flags: () => ["--mine", "--mining-duty", "10"],
    });
  });
  after(() => network.end());

  /** Waits until each node has mined a confirmed block and so is a validator. */
  async function untilAllValidate(): Promise<void> {
    const miners = new Set<string>();
    while (miners.size < NODES) {
      await setTimeout(POLL_MS);
      const blocks = (await orders.clients()[0]?.getResourceBlockSummaries(1)) ?? [];
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
      const faucets = orders.faucets();
      await orders.send(faucets);
      await orders.untilCommitted(faucets);
      await untilAllValidate();

      const transfers = orders.transfers(TRANSFERS);
      await orders.send(transfers.slice(0, KILLED_AFTER));
      await network.kill(VICTIM);
      await orders.send(transfers.slice(KILLED_AFTER, BACK_AFTER));
      await network.restart(VICTIM);
      await orders.send(transfers.slice(BACK_AFTER));
      await orders.untilCommitted(transfers);
      await orders.untilOneTip();

      expect(await network.stop()).to.deep.equal(Array(NODES).fill(0));
      const states = await Promise.all(network.directories.map(stateIn));
      for (const state of states) expect(state).to.deep.equal(states[0]);
    },
  );
});
