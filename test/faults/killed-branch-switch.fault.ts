import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkData } from "../../src/data/chain/derived-chain.js";
import { openLedger } from "../../src/data/chain/open-ledger.js";
import { openStoredChain } from "../../src/data/chain/stored-chain.js";
import { dataDirectory, initDataDirectory } from "../../src/data/directory/data-directory.js";
import { openStore } from "../../src/data/directory/open-store.js";
import { FORK_NETWORK, ForkPair } from "../peers/fork-pair.js";
import { HostileServer } from "../peers/hostile-server.js";
import { replayInto } from "../support/replay.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { CHANGING_CALLS, killingAt, withoutStrace, type Fault } from "./fault.js";
import { runUnder } from "./hammered-node.js";

const PROGRAM = fileURLToPath(new URL("programs/follow-branch.js", import.meta.url));
const OWN_BLOCKS = 6;
/** About as many as a thread of the database makes of its most frequent call. */
const MOST_CALLS = 40;

export const fault: Fault = {
  fault: "The process is killed while it changes to another branch",
  made: `a node with ${OWN_BLOCKS} blocks of its own follows a peer with a better branch; strace kills it when one of its threads makes its nth ${CHANGING_CALLS.join(", ")}; the next one starts in the same directory`,
  promise:
    "after each kill the last block is one of either branch and no loss is reported; the node arrives at the better branch, and `data check` finds nothing",
  times: { full: 100, sample: 0 },
  obstacle: withoutStrace,
  async run(times, random) {
    const root = await makeTempDirectory();
    const pair = await ForkPair.open("in the process");
    const peer = new HostileServer(pair.theirs, random);
    try {
      const host = await peer.listen();
      await makeBranches(pair);
      const own = join(root, "own");
      await makeOwn(own, pair);
      const victim = join(root, "victim");
      const { blockhash } = pair.theirs.ledger.tip;
      const words = (): readonly string[] => [victim, host, blockhash, String(pair.nodes.clock.nowUs())];
      let [kills, between, arrived] = [0, 0, 0];
      while (kills < times) {
        await rm(victim, { recursive: true, force: true });
        await cp(own, victim, { recursive: true });
        for (;;) {
          const isLast = kills >= times;
          const { code, stderr } = await runUnder(
            isLast ? [] : killingAt(random, MOST_CALLS),
            words(),
            PROGRAM,
          );
          if ((code !== null && code !== 0) || stderr !== "") throw new Error(`${code}: ${stderr}`);
          if (code === 0) break;
          kills += 1;
          if (await isBetween(victim, pair)) between += 1;
        }
        await assertSound(victim, pair);
        arrived += 1;
      }
      return `${kills} kills, ${between} of them between the branches, ${arrived} arrivals, 0 lost, check clean`;
    } finally {
      peer.close();
      await pair.nodes.stop();
      await rm(root, { recursive: true });
    }
  },
};

/** A longer own branch without resource blocks, and a better one with them. */
async function makeBranches(pair: ForkPair): Promise<void> {
  await pair.part();
  for (let made = 0; made < OWN_BLOCKS; made += 1) await pair.makeBlock(pair.ours);
  for (let made = 0; made < OWN_BLOCKS - 2; made += 1) {
    await pair.makeBlock(pair.theirs);
    await pair.mineBlock(pair.theirs);
  }
}

/** The data directory of a node with the blocks of `ours`. */
async function makeOwn(path: string, { ours, nodes }: ForkPair): Promise<void> {
  const directory = dataDirectory(path);
  await initDataDirectory(directory, () => FORK_NETWORK);
  const opened = await openLedger(directory);
  await replayInto(opened.ledger, ours.ledger.store, nodes.clock.nowUs());
  await opened.close();
}

/** Whether the last block is neither the own branch's nor the other's. Fails when it is of no branch. */
async function isBetween(path: string, { ours, theirs }: ForkPair): Promise<boolean> {
  const opened = await openStore(dataDirectory(path));
  const tip = await opened.store.mainBlockSummary("last");
  const { loss } = opened.losses;
  await opened.close();
  if (loss !== null) throw new Error(`A loss is reported: ${JSON.stringify(loss)}`);
  if (tip === null) throw new Error("No block is left. ");
  const branches = [ours.ledger, theirs.ledger];
  const found = await Promise.all(branches.map(({ store }) => store.mainBlockSummary(tip)));
  if (found.every((block) => block === null)) throw new Error(`Block ${tip.height} is of no branch. `);
  return branches.every((ledger) => ledger.tip.blockhash !== tip.blockhash);
}

async function assertSound(path: string, { nodes }: ForkPair): Promise<void> {
  const chain = await openStoredChain(dataDirectory(path));
  const findings = await checkData(chain, path, { nowUs: nodes.clock.nowUs() });
  await chain.close();
  if (findings !== null) throw new Error(`data check: ${JSON.stringify(findings)}`);
}
