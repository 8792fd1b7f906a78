import { expect } from "chai";
import { setTimeout } from "node:timers/promises";
import { createClient, type Client } from "../../src/client/create-client.js";
import { memberOf, objectToMap, type Value } from "../../src/codec/value.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { dataDirectory } from "../../src/data/directory/data-directory.js";
import { callAdmin } from "../../src/ops/admin/admin-client.js";
import { signTransaction } from "../../src/records/transaction.js";
import { NetworkProcesses } from "../support/network-processes.js";
import { listIn, textIn } from "../support/vectors.js";

/** Four validators, and the node with the new key of the second one. */
const NODES = 5;
const [OLD, NEW] = [1, 4];
const CONFIRM_US = 10_000_000;
const CONSTANTS = {
  validator_count: 4,
  main_chain_interval: 500_000,
  resource_interval: 1_000_000,
  resource_confirm_count: 5,
  confirm_interval: CONFIRM_US,
  default_difficulty: 10_000n,
};
/** Resource blocks after the change, each of which moves the slots by one. */
const BLOCKS_AFTER = 10;
const POLL_MS = 200;

describe("A validator that changes its key as docs/operate.md says", function () {
  this.timeout(1_800_000);
  let network: NetworkProcesses;

  before(async () => {
    const flags = (index: number): readonly string[] =>
      index === NEW ? ["--mining-duty", "10"] : ["--mine", "--mining-duty", "10"];
    network = await NetworkProcesses.form({ nodes: NODES, constants: CONSTANTS, flags });
  });
  after(() => network.end());

  const socketOf = (index: number): string => dataDirectory(network.directories[index] ?? "").adminSocket;
  const ask = (index: number, path: string): Promise<Value> =>
    callAdmin(socketOf(index), { method: path === "/status" ? "GET" : "POST", path });
  const slotsAt = async (index: number): Promise<readonly string[]> =>
    listIn(memberOf(memberOf(await ask(index, "/status"), "round"), "validators")).map(textIn);
  const resourceHeight = async (): Promise<number> =>
    Number(memberOf(await ask(0, "/status"), "resource_height"));

  const client = (): Client => createClient({ url: network.urls[0] ?? "" });
  const [from, to] = devAccounts();
  const TRANSFER = { type: "Send", to: to?.address ?? "", amount: "1" };

  /** Sends a transaction, perhaps in vain. */
  async function send(members: Readonly<Record<string, Value>>): Promise<void> {
    const timestamp = BigInt(Date.now() * 1000);
    const content = objectToMap({ timestamp, from: from?.address ?? "", ...members });
    const transaction = signTransaction(content, from?.privateKey ?? "");
    await client()
      .sendTransaction(transaction)
      .catch(() => undefined);
  }

  /** Sends until there is a block with it. */
  async function commit(members: Readonly<Record<string, Value>>): Promise<void> {
    const heightNow = async (): Promise<number> => (await client().info()).last_block.height;
    const height = await heightNow();
    while ((await heightNow()) <= height) {
      await send(members);
      await setTimeout(POLL_MS);
    }
  }

  it("leaves no slot without a node, and none to the old key afterwards", async () => {
    const addresses = await Promise.all(
      Array.from({ length: NODES }, async (_, index) =>
        textIn(memberOf(await ask(index, "/status"), "address")),
      ),
    );
    const running = new Set(addresses);
    const old = addresses[OLD] ?? "";
    /** All slots belong to nodes that run. */
    const look = async (): Promise<readonly string[]> => {
      const slots = await slotsAt(0);
      expect([...running]).to.include.members([...slots]);
      return slots;
    };
    await commit({ type: "Faucet" });
    while (!(await look()).includes(old)) await setTimeout(POLL_MS);

    await ask(NEW, "/mining/start");
    await ask(OLD, "/mining/stop");
    const stoppedUs = Date.now() * 1000;
    // The confirm interval later all its resource blocks are confirmed: when it has no slot then, it gets none any more.
    while (Date.now() * 1000 - stoppedUs <= CONFIRM_US || (await slotsAt(OLD)).includes(old)) {
      await look();
      await send(TRANSFER);
      await setTimeout(POLL_MS);
    }
    await network.kill(OLD);
    running.delete(old);

    const height = await resourceHeight();
    let hasNew = false;
    while (!hasNew || (await resourceHeight()) < height + BLOCKS_AFTER) {
      hasNew ||= (await look()).includes(addresses[NEW] ?? "");
      await send(TRANSFER);
      await setTimeout(POLL_MS);
    }
    // The chain goes on without the old key.
    await commit(TRANSFER);
  });
});
