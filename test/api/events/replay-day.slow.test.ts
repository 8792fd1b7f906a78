import { expect } from "chai";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Identity } from "../../../src/data/directory/identity.js";
import type { Node } from "../../../src/node/node.js";
import { idToPlace } from "../../../src/records/event-place.js";
import { copyDatabase, openSqliteStore } from "../../../src/store/sqlite/open.js";
import { FORK_NETWORK, makeBlock, mineBlock, VALIDATOR } from "../../peers/fork-pair.js";
import { EventReader } from "../../support/event-reader.js";
import { testIdentity } from "../../support/keys.js";
import { PeerNodes } from "../../support/peer-nodes.js";
import { createSeededRandom, seeded } from "../../support/seeded-random.js";
import { makeTempDirectory } from "../../support/temp-store.js";

const HOUR_US = 3_600_000_000;
const HOURS = 24;
const FORKS = 50;
const RESTARTS = 20;
const READERS = 10;
const START_US = 1_800_000_000_000_000;
/** Long intervals: a day has few turns of the rounds, and resource blocks of the last hour name the validators. */
const NETWORK = {
  ...FORK_NETWORK,
  constants: { ...FORK_NETWORK.constants, main_chain_interval: 10_000_000, confirm_interval: HOUR_US },
};

/** Reads the events of the node of the moment until it is told to end; now and then it disconnects in the middle. */
async function readOn(
  reader: EventReader,
  node: () => Node,
  {
    random,
    isOver,
    patience,
  }: {
    readonly random: () => number;
    readonly isOver: () => boolean;
    /** How many pieces it takes from one connection at most. */
    readonly patience: number;
  },
): Promise<void> {
  while (!isOver()) {
    const end = new AbortController();
    let left = 1 + Math.floor(random() * patience);
    for await (const text of node().events({ after: idToPlace(reader.id ?? ""), types: null }, end.signal)) {
      reader.take(text);
      left -= 1;
      if (left <= 0 || isOver()) break;
    }
    end.abort();
    await setImmediate();
  }
}

describe(`the events of ${HOURS} virtual hours, ${FORKS} forks and ${RESTARTS} restarts (docs/events.md)`, () => {
  let directory: string;
  before(async () => {
    directory = await makeTempDirectory();
  });
  after(() => rm(directory, { recursive: true }));

  it(seeded(`are replayed exactly by ${READERS} readers that come and go`), async () => {
    const random = createSeededRandom();
    const nodes = new PeerNodes(START_US);
    const startUs = nodes.clock.nowUs();
    const file = (name: string): string => join(directory, `${name}.sqlite`);
    const open = async (name: string, identity: Identity): Promise<Node> => {
      const store = await openSqliteStore({ file: file(name), isDisposable: true });
      const node = await nodes.open(`${name}:1`, { network: NETWORK, identity, store });
      node.start();
      return node;
    };
    /** A node of the validator that goes on from the chain of the watched one. */
    const openMaker = async (name: string): Promise<Node> => {
      await rm(file(name), { force: true });
      if (round > 0) await copyDatabase(file("ours"), file(name), new AbortController().signal);
      return open(name, { ...VALIDATOR, peer: testIdentity(name).peer });
    };
    let round = 0;
    let ours = await open("ours", testIdentity("ours"));
    /** Makes the watched node take the chain of another one. */
    const take = async (name: string, maker: Node): Promise<void> => {
      await ours.peers?.tracker.check(`${name}:1`);
      const isTaken = (): boolean =>
        ours.ledger.tip.blockhash === maker.ledger.tip.blockhash &&
        ours.ledger.resourceChain.tip?.blockhash === maker.ledger.resourceChain.tip?.blockhash;
      expect(await nodes.until(isTaken, 120_000_000), `round ${round}: ${name}`).to.equal(true);
    };
    const readers = Array.from({ length: READERS }, () => new EventReader());
    let isOver = false;
    let restarts = 0;
    let forks = 0;
    // The first stays as long as the node lets it; the last disconnects after nearly every piece.
    const reading = readers.map((reader, index) =>
      readOn(reader, () => ours, {
        random,
        isOver: () => isOver,
        patience: index === 0 ? Number.POSITIVE_INFINITY : 200 / index,
      }),
    );
    for (; round < FORKS; round += 1) {
      // Two nodes of the validator, which do not know each other, go on from the same block.
      const [one, other] = [await openMaker("one"), await openMaker("other")];
      const { height } = ours.ledger.tip;
      for (let made = 1 + Math.floor(random() * 3); made > 0; made -= 1) await makeBlock(nodes, one);
      if (random() < 0.5) await mineBlock(nodes, one);
      await take("one", one);
      const own = (await ours.ledger.store.mainBlockSummary({ height: height + 1 }))?.blockhash ?? "";
      await nodes.close("one:1");
      // The other branch has more work.
      for (let made = 1 + Math.floor(random() * 3); made > 0; made -= 1) await makeBlock(nodes, other);
      for (let mined = 0; mined < 2; mined += 1) await mineBlock(nodes, other);
      if (random() < 0.5) await makeBlock(nodes, other);
      await take("other", other);
      if ((await ours.ledger.store.mainBlockSummary({ blockhash: own })) === null) forks += 1;
      await nodes.close("other:1");
      if (round % 5 === 0 || round % 5 === 3) {
        await nodes.close("ours:1");
        ours = await open("ours", testIdentity("ours"));
        restarts += 1;
      }
      const untilUs = startUs + ((round + 1) * HOURS * HOUR_US) / FORKS;
      while (nodes.clock.nowUs() < untilUs) {
        await nodes.clock.advance(Math.min(60_000_000, untilUs - nodes.clock.nowUs()));
        await setImmediate();
      }
    }
    expect({ forks, restarts }).to.deep.equal({ forks: FORKS, restarts: RESTARTS });
    expect((nodes.clock.nowUs() - startUs) / HOUR_US).to.be.at.least(HOURS);
    const { store } = ours.ledger;
    const { fixedHeight } = ours.ledger.resourceChain;
    const isAtEnd = async (reader: EventReader): Promise<boolean> =>
      reader.fixed.resource_height === fixedHeight && (await reader.isAtEndOf(store));
    for (const reader of readers) while (!(await isAtEnd(reader))) await setImmediate();
    isOver = true;
    // Wakes the readers that wait.
    ours.eventHub.close();
    await Promise.all(reading);
    for (const reader of readers) {
      await reader.expectChains(store);
      expect(reader.counts.has("reset")).to.equal(false);
    }
    expect(fixedHeight).to.be.greaterThan(0);
    expect(readers[0]?.counts.get("undone")).to.be.at.least(FORKS);
    await nodes.stop();
  });
});
