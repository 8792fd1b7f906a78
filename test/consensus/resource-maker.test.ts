import { expect } from "chai";
import { createLane } from "../../src/base/lane.js";
import { isProof } from "../../src/consensus/miner/kernel.js";
import { MINING_ATTEMPT_US } from "../../src/records/limits.js";
import type { MiningJob, MiningResult } from "../../src/consensus/miner/mining-job.js";
import { ReceiptBook } from "../../src/consensus/receipt-book.js";
import { ReceiptRanks } from "../../src/consensus/receipt-ranks.js";
import { ResourceMaker } from "../../src/consensus/resource-maker.js";
import { createKeyPair } from "../../src/data/directory/identity.js";
import { createReceipt, createSignedQuery } from "../../src/records/receipt.js";
import { startDevNode, type TestNode } from "../support/dev-node.js";
import { expectRejection } from "../support/expect-rejection.js";

const stranger = createKeyPair("09".repeat(32));

/** The first decimal number that is a proof. Difficulties in tests are small. */
function solve(job: MiningJob | null): MiningResult {
  if (job === null) throw new Error("There is no job. ");
  const { prefix, limit } = job;
  for (let number = 0; ; number += 1)
    if (isProof(prefix, String(number), limit)) return { prefix, nonce: String(number) };
}

describe("The maker of resource blocks (PROTOCOL 10.2, 10.4, 10.5, 10.9)", () => {
  let test: TestNode;
  let receipts: ReceiptBook;
  let peers: Map<string, string>;

  const createMaker = (validator: string): ResourceMaker => {
    const { ledger } = test.node;
    return new ResourceMaker({
      ledger,
      clock: test.clock,
      receipts,
      ranks: new ReceiptRanks({ ledger, own: validator, peers: () => peers }),
      lane: createLane(),
      validator,
      miner: stranger.address,
    });
  };

  beforeEach(async () => {
    test = await startDevNode();
    receipts = new ReceiptBook();
    peers = new Map([[test.node.identity.peer.address, "peer.example.org"]]);
  });
  afterEach(() => test.node.stop());

  it("gives the same job until it expires, then another one, and refuses results of the older one", async () => {
    const maker = createMaker(test.node.identity.node.address);
    const job = await maker.job();
    await test.pass(1_000_000);
    expect(await maker.job()).to.equal(job);
    const solved = solve(job);
    await test.pass(MINING_ATTEMPT_US);
    const next = await maker.job();
    expect(next?.timestamp).to.equal(test.clock.nowUs());
    await expectRejection(maker.submit(solved), "MINING_JOB_CLOSED", "refused");
  });

  it("leaves the blocks up to the confirm count to the genesis node", async () => {
    const genesis = createMaker(test.node.identity.node.address);
    const other = createMaker(stranger.address);
    const { resource_confirm_count } = test.node.ledger.network.constants;
    for (let height = 1; height <= resource_confirm_count; height += 1) {
      expect(await other.job(), `height ${height}`).to.equal(null);
      await genesis.submit(solve(await genesis.job()));
      await test.pass(1_000_000);
    }
    const made = await other.submit(solve(await other.job()));
    expect(made).to.include({ height: resource_confirm_count + 1, validator: stranger.address });
  });

  it("waits for an interval after a block", async () => {
    const maker = createMaker(test.node.identity.node.address);
    await maker.submit(solve(await maker.job()));
    expect(await maker.job()).to.equal(null);
    await test.pass(300_000);
    expect(await maker.job()).to.not.equal(null);
  });

  it("closes a job when the main block it names is undone", async () => {
    const maker = createMaker(test.node.identity.node.address);
    const solved = solve(await maker.job());
    await test.node.ledger.undo();
    const next = await maker.job();
    expect(next?.prefix).to.not.equal(solved.prefix);
    await expectRejection(maker.submit(solved), "MINING_JOB_CLOSED", "refused");
  });

  it("includes the receipts of the main block that its parent names and of earlier ones still in the chain", async () => {
    const { ledger } = test.node;
    const maker = createMaker(test.node.identity.node.address);
    await maker.submit(solve(await maker.job()));
    const add = (height: number, blockhash: string, asker = stranger): void => {
      const query = createSignedQuery(
        { previous_blockhash: blockhash, address: test.node.identity.peer.address },
        asker.privateKey,
      );
      receipts.add(
        { height, blockhash },
        createReceipt(query, asker.address, test.node.identity.peer.privateKey),
        { rank: "peer" },
      );
    };
    const { height, blockhash } = ledger.tip;
    add(height, blockhash);
    // Of an unknown main block, and of a future round.
    add(
      height - 1,
      blockhash.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
      createKeyPair("0a".repeat(32)),
    );
    add(height + 1, blockhash, createKeyPair("0b".repeat(32)));
    await test.pass(1_000_000);
    const made = await maker.submit(solve(await maker.job()));
    expect([...made.receipts.keys()]).to.deep.equal([stranger.address]);
  });
});
