import { expect } from "chai";
import { readDefinition, dataDirectory } from "../../src/data/directory/data-directory.js";
import { createClient } from "../../src/client/create-client.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { memberOf, objectToValue } from "../../src/codec/value.js";
import { signTransaction, type SignedTransaction } from "../../src/records/transaction.js";
import { runBinary } from "../cli/binary.js";
import { useDevProcess, type DevProcess } from "../support/dev-process.js";
import { mapIn } from "../support/vectors.js";

const WAIT_MS = 30_000;

function transferOn({ accounts: [from, to] }: DevProcess): SignedTransaction {
  const timestamp = BigInt(Date.now() * 1000);
  const members = { type: "Send", to: to?.address ?? "", from: from?.address ?? "", amount: "1", timestamp };
  return signTransaction(mapIn(objectToValue(members)), from?.privateKey ?? "");
}

describe("A development chain without --block-time", () => {
  const fixture = useDevProcess();

  it("makes a block for each transaction of a program that waits for it", async () => {
    const { node } = fixture;
    expect(memberOf(node.banner, "blocks")).to.equal("at once");
    const client = createClient({ url: node.url });
    const before = await client.blockCount();
    for (let sent = 1; sent <= 5; sent += 1) {
      const fate = await client.sendAndWait(transferOn(node), WAIT_MS);
      expect(fate).to.include({ state: "committed", height: before + sent });
    }
  });

  it("keeps its block time", async () => {
    await fixture.node.stop();
    const words = ["start", "--dev", "--data-dir", fixture.directory, "--block-time", "250ms", "--json"];
    const { code, stderr } = await runBinary(words);
    expect([code, memberOf(memberOf(parseJson(stderr), "error"), "code")]).to.deep.equal([
      2,
      "BLOCK_TIME_KEPT",
    ]);
  });
});

describe("A development chain with --block-time 100ms", () => {
  const fixture = useDevProcess(["--block-time", "100ms", "--volatile"]);

  it("has rounds of this length, and says that it does not wait for the disk", async () => {
    const { constants } = await readDefinition(dataDirectory(fixture.directory));
    expect(constants.main_chain_interval).to.equal(100_000);
    expect(memberOf(fixture.node.banner, "blocks")).to.match(/^every 100 ms .* the disk/);
  });
});

describe("A development chain with --block-time off", () => {
  const fixture = useDevProcess(["--block-time", "off"]);

  it("holds transactions until a block is asked for", async () => {
    const { node, directory } = fixture;
    const client = createClient({ url: node.url });
    const transaction = transferOn(node);
    expect(await client.sendAndWait(transaction, 100)).to.deep.equal({ state: "pooled" });
    const words = ["repl", "--data-dir", directory, "--eval", "await node.mine()"];
    const { stdout, stderr } = await runBinary(words);
    expect(stderr).to.equal("");
    expect(stdout.trim()).to.equal(String(await client.blockCount()));
    expect(await client.getTransaction(transaction.hash)).to.not.equal(null);
  });
});

describe("A block time", () => {
  it("is refused when it is no time up to an hour", async () => {
    for (const time of ["0ms", "5", "1h", "2h", "-1s", "99999s"]) {
      const { code, stderr } = await runBinary(["start", "--dev", "--json", `--block-time=${time}`]);
      expect([code, memberOf(memberOf(parseJson(stderr), "error"), "code")]).to.deep.equal([2, "BLOCK_TIME"]);
      // The advice has no unit that is refused.
      expect(memberOf(memberOf(parseJson(stderr), "error"), "advice")).to.include("in ms or s, up to 3600s");
    }
  });
});
