import { expect } from "chai";
import { objectToValue } from "../../../src/codec/value.js";
import { devAccounts } from "../../../src/data/dev-network.js";
import { signTransaction } from "../../../src/records/transaction.js";
import type { Ended } from "../../cli/binary.js";
import { runInProcess } from "../../cli/terminal-stub.js";
import { startDevNode, type TestNode } from "../../support/dev-node.js";
import { serveEngine, type ServedEngine } from "../../support/serve-engine.js";
import { mapIn } from "../../support/vectors.js";

const NO_BALANCE = "You can't send more than what you have. ";

describe("a transaction that the node accepted and dropped (PROTOCOL 13.11, 15.2)", () => {
  let test: TestNode;
  let served: ServedEngine;
  let accepted: readonly string[];
  let dropped: string;

  const chainnode = (...words: readonly string[]): Promise<Ended> =>
    runInProcess(words, { environment: { CHAINNODE_RPC: served.url, CHAINNODE_HOME: "/nonexistent" } });

  before(async () => {
    test = await startDevNode();
    served = await serveEngine(test.node);
    const [alice, bob] = devAccounts();
    // Each passes alone on the tip (PROTOCOL 5.6); together they spend more than alice has.
    const transfers = [0, 1].map((index) => {
      const timestamp = BigInt(test.clock.nowUs() + index);
      const transfer = { type: "Send", to: bob?.address ?? "", amount: `20000${"0".repeat(18)}`, timestamp };
      return signTransaction(mapIn(objectToValue(transfer)), alice?.privateKey ?? "");
    });
    for (const transfer of transfers) await test.node.submit(transfer);
    accepted = transfers.map(({ hash }) => hash).toSorted();
    dropped = accepted[1] ?? "";
  });
  after(async () => {
    await served.server.close(0);
    await test.node.stop();
  });

  it("is in the pool first: tx get reports it, exit 4", async () => {
    for (const hash of accepted) {
      const { code, stderr } = await chainnode("tx", "get", hash, "--json");
      expect(code).to.equal(4);
      expect(JSON.parse(stderr)).to.have.nested.property("error.code", "TRANSACTION_PENDING");
    }
  });

  describe("after its block was made without it", () => {
    let height: number;
    before(async () => {
      await test.pass(1_000_000);
      ({ height } = test.node.ledger.tip);
    });

    for (const command of ["get", "wait"]) {
      it(`is reported with the reason by tx ${command}, exit 1`, async () => {
        const { code, stderr } = await chainnode("tx", command, dropped, "--json");
        expect(code).to.equal(1);
        const { error } = JSON.parse(stderr) as { readonly error: object };
        expect(error).to.have.property("code", "TRANSACTION_DROPPED");
        expect(error).to.have.property("details").that.deep.includes({ height, reason: NO_BALANCE });
      });
    }

    it("is explained by why(hash) at the console", async () => {
      const { code, stdout } = await chainnode("repl", "-e", `why("${dropped}")`, "--json");
      expect(code).to.equal(0);
      expect(JSON.parse(stdout)).to.deep.equal({
        hash: dropped,
        fate: "dropped",
        reason: NO_BALANCE,
        height,
      });
    });

    it("is reported by GetTransaction beside the empty data", async () => {
      const asked = await fetch(`${served.url}/rawrequest`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ request: { type: "GetTransaction", target: dropped } }),
      });
      expect(await asked.json()).to.deep.equal({
        code: 200,
        status: "success",
        data: [],
        fate: { state: "dropped", reason: NO_BALANCE, height },
      });
    });

    it("does not affect the other one in its block", async () => {
      expect((await chainnode("tx", "wait", accepted[0] ?? "")).code).to.equal(0);
    });
  });
});
