import { rename, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { Value } from "../../src/codec/value.js";
import { VirtualClock } from "../../src/base/clock/virtual-clock.js";
import { dataDirectory, initDataDirectory } from "../../src/data/directory/data-directory.js";
import { verdictOf } from "../../src/ops/health/health.js";
import type { LogEntry } from "../../src/base/log.js";
import { devAccounts, devNetwork } from "../../src/data/dev-network.js";
import { prepareDevChain } from "../../src/dev/prepare-dev-chain.js";
import { openNode, type OpenNode } from "../../src/node/open-node.js";
import { signTransaction } from "../../src/records/transaction.js";
import { runInProcess } from "../cli/terminal-stub.js";
import { expectRejection } from "../support/expect-rejection.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { untilDone } from "../support/until-done.js";

const STEP_US = 25_000;
const SECOND_US = 1_000_000;
const HOUR_US = 3600 * SECOND_US;

describe("A validator on a data directory", () => {
  let root: string;
  let entries: LogEntry[];
  beforeEach(async () => {
    root = await makeTempDirectory();
    entries = [];
    await initDataDirectory(dataDirectory(join(root, "node")), devNetwork);
  });
  afterEach(() => rm(root, { recursive: true }));

  const open = (clock: VirtualClock): Promise<OpenNode> =>
    openNode({ directory: dataDirectory(join(root, "node")), clock, log: (entry) => entries.push(entry) });

  function run(clock: VirtualClock, { node }: OpenNode, work: Promise<unknown>): Promise<unknown> {
    return untilDone(work, { settled: () => node.settled(), pass: () => clock.advance(STEP_US) });
  }

  /** Sends a transfer. Resolves to its hash. */
  async function send({ node }: OpenNode): Promise<string> {
    const [from, to] = devAccounts();
    const timestamp = BigInt(node.clock.nowUs());
    const members = { type: "Send", timestamp, to: to?.address ?? "", amount: "1" };
    const sent = signTransaction(new Map<string, Value>(Object.entries(members)), from?.privateKey ?? "");
    await node.submit(sent);
    return sent.hash;
  }

  async function sealed(clock: VirtualClock, opened: OpenNode): Promise<void> {
    await run(clock, opened, opened.node.whenIncluded([await send(opened)]));
  }

  it("whose clock was ahead says for how long it is silent, and goes on after `data rewind --dated-ahead`", async () => {
    // The command reads the real clock.
    const nowUs = Date.now() * 1000;
    const right = new VirtualClock(nowUs - HOUR_US);
    const begun = await open(right);
    begun.node.start();
    await run(right, begun, prepareDevChain(begun.node));
    await sealed(right, begun);
    const { height } = begun.node.ledger.tip;
    await begun.close();

    const ahead = new VirtualClock(nowUs + HOUR_US);
    const wrong = await open(ahead);
    wrong.node.start();
    await sealed(ahead, wrong);
    expect(wrong.node.ledger.tip.height).to.equal(height + 1);
    await wrong.close();

    const now = new VirtualClock(nowUs);
    const silent = await open(now);
    silent.node.start();
    entries.splice(0);
    await silent.health.look();
    const verdict = verdictOf(silent.health.readiness());
    expect(verdict).to.match(/this validator signs nothing until \S+Z, for 360[0-9] s: its clock was ahead/);
    expect(verdict).to.match(
      /the last block is dated 360[0-9] s ahead of the clock: no block follows until \S+Z/,
    );
    const failing = silent.health.readiness().checks.filter(({ isPassed }) => !isPassed);
    expect(failing.map(({ name }) => name)).to.deep.equal(["signing", "clock"]);
    for (const { problem } of failing) expect(problem?.fix).to.include("chainnode data rewind --dated-ahead");
    await silent.health.look();
    const warned = entries.filter(({ level }) => level === "warn").map(({ fields }) => fields?.["check"]);
    expect(warned).to.deep.equal(["signing", "clock"]);
    await silent.close();

    const words = ["data", "rewind", "--dated-ahead", "--yes", "--json", "--data-dir", join(root, "node")];
    expect(await runInProcess(words)).to.include({ code: 0 });
    const back = await open(now);
    back.node.start();
    expect(back.node.ledger.tip.height).to.equal(height);
    await sealed(now, back);
    await back.health.look();
    expect(verdictOf(back.health.readiness())).to.equal("ready");
    expect(back.node.ledger.tip.height).to.equal(height + 1);
    await back.close();
  });

  for (const [title, remove] of [
    ["is removed", () => rm(join(root, "node"), { recursive: true })],
    ["is moved away", () => rename(join(root, "node"), join(root, "elsewhere"))],
    [
      "loses its files",
      async () => {
        for (const name of await readdir(join(root, "node")))
          await rm(join(root, "node", name), { recursive: true });
      },
    ],
  ] as const) {
    it(`signs nothing more once the directory ${title}, says so once, and refuses submissions`, async () => {
      const clock = new VirtualClock(Date.now() * 1000);
      const opened = await open(clock);
      opened.node.start();
      await run(clock, opened, prepareDevChain(opened.node));
      const { height } = opened.node.ledger.tip;
      entries.splice(0);
      await send(opened);
      await remove();
      for (let passed = 0; passed < 10 * SECOND_US; passed += STEP_US) {
        await opened.node.settled();
        await clock.advance(STEP_US);
        if (opened.node.signing.ended === null) await new Promise((resolve) => setImmediate(resolve));
      }
      expect(opened.node.signing.ended?.code).to.equal("DIRECTORY_GONE");
      expect(opened.node.ledger.tip.height).to.equal(height);
      await expectRejection(send(opened), "DIRECTORY_GONE", "unavailable");
      await opened.health.look();
      expect(verdictOf(opened.health.readiness())).to.match(/^not ready: The data directory has disappeared/);
      await opened.close();
      const said = entries.filter(({ level }) => level === "error" || level === "warn");
      expect(said.map(({ message }) => message)).to.deep.equal([`signing ends: ${opened.node.fault ?? ""}`]);
    });
  }
});
