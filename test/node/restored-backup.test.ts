import { cp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { Value } from "../../src/codec/value.js";
import { dataDirectory, initDataDirectory } from "../../src/data/directory/data-directory.js";
import { devAccounts, devNetwork } from "../../src/data/dev-network.js";
import { prepareDevChain } from "../../src/dev/prepare-dev-chain.js";
import { createIdentity } from "../../src/data/directory/identity.js";
import { silentLog } from "../../src/base/log.js";
import { openNode, type OpenNode } from "../../src/node/open-node.js";
import { lastForgottenSecond } from "../../src/node/open-signing.js";
import { VirtualClock } from "../../src/base/clock/virtual-clock.js";
import { signTransaction } from "../../src/records/transaction.js";
import { prepareValidatorChain, openValidatorStore, OFFICE_START_US } from "../support/validator-chain.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { untilDone } from "../support/until-done.js";

const START_US = 1_800_000_000_000_000;
const STEP_US = 25_000;

describe("A validator that is restored from a backup (PROTOCOL 9.15)", () => {
  let root: string;
  beforeEach(async () => {
    root = await makeTempDirectory();
  });
  afterEach(() => rm(root, { recursive: true }));

  const open = (name: string, clock: VirtualClock): Promise<OpenNode> =>
    openNode({ directory: dataDirectory(join(root, name)), clock, log: silentLog });

  async function pass(clock: VirtualClock, { node }: OpenNode, us: number): Promise<void> {
    for (let passed = 0; passed < us; passed += STEP_US) {
      await node.settled();
      await clock.advance(STEP_US);
    }
    await node.settled();
  }

  async function run(clock: VirtualClock, { node }: OpenNode, work: Promise<unknown>): Promise<void> {
    await untilDone(work, { settled: () => node.settled(), pass: () => clock.advance(STEP_US) });
  }

  /** Sends this amount from one account to the next. */
  function send({ node }: OpenNode, amount: string, timestamp = node.clock.nowUs()): Promise<void> {
    const [from, to] = devAccounts();
    if (from === undefined || to === undefined) throw new RangeError("There are ten. ");
    const members = { type: "Send", timestamp: BigInt(timestamp), to: to.address, amount };
    return node.submit(signTransaction(new Map<string, Value>(Object.entries(members)), from.privateKey));
  }

  /** Reads the noted hypotheses: kind, s_timestamp, hash and round key. */
  async function signatures(name: string): Promise<readonly (readonly string[])[]> {
    const lines = (await readFile(join(root, name, "signatures"), "utf8")).split("\n");
    return lines.map((line) => line.split(" ")).filter(([kind]) => kind === "hypothesis");
  }

  it("signs no second hypothesis for a round key and time that it signed for after the backup", async () => {
    const clock = new VirtualClock(START_US);
    await initDataDirectory(dataDirectory(join(root, "node")), devNetwork);
    const first = await open("node", clock);
    first.node.start();
    await run(clock, first, prepareDevChain(first.node));
    await first.close();
    await cp(join(root, "node"), join(root, "backup"), { recursive: true });

    const lost = await open("node", clock);
    lost.node.start();
    const { height } = lost.node.ledger.tip;
    await send(lost, "1");
    while (lost.node.ledger.tip.height === height) await pass(clock, lost, STEP_US);
    const { s_timestamp } = lost.node.ledger.tip;
    await lost.close();
    expect(clock.nowUs() - s_timestamp).to.be.lessThan(STEP_US * 2);

    // The machine is lost now, and the backup runs in its place.
    const restored = await open("backup", clock);
    restored.node.start();
    await send(restored, "2", s_timestamp - 1);
    await pass(clock, restored, 1_000_000);
    expect(restored.node.ledger.tip.height).to.equal(height + 1);
    await restored.close();

    const [before, after] = [await signatures("node"), await signatures("backup")];
    const signed = new Map(before.map(([, second, hash, key]) => [`${second} ${key}`, hash]));
    const other = after.filter(([, second, hash, key]) => {
      const known = signed.get(`${second} ${key}`);
      return known !== undefined && known !== hash;
    });
    expect(other).to.deep.equal([]);
  });

  it("signs nothing new up to 5 s ahead of its start (PROTOCOL 9.10), or up to its start when it holds every slot", async () => {
    const chain = await prepareValidatorChain([0, 1, 2]);
    const store = await openValidatorStore(chain);
    const now = OFFICE_START_US + 10_000_000;
    const [genesis] = chain.identities;
    if (genesis === undefined) throw new RangeError("There are three. ");
    expect(await lastForgottenSecond({ store, definition: chain.network, identity: genesis }, now)).to.equal(
      now + 5_000_000,
    );
    expect(
      await lastForgottenSecond({ store, definition: chain.network, identity: createIdentity() }, now),
    ).to.equal(now + 5_000_000);
    const before = 1_000_000;
    expect(
      await lastForgottenSecond({ store, definition: chain.network, identity: genesis }, before),
    ).to.equal(before);
    await store.close();
  });
});
