import { expect } from "chai";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Interrupted } from "../../../src/cli/terminal/prompter.js";
import { hexTime } from "../../../src/codec/hash.js";
import { memberOf, objectToValue } from "../../../src/codec/value.js";
import { runInTerminal, useTemporaryDirectory } from "../../cli/binary.js";
import { mapIn } from "../../support/vectors.js";
import { mainnet, useRecordedNode, userOf } from "../recorded-node.js";

const TIMESTAMP = 1_795_238_606_662_000;
const ADDRESS = "4450615052f4fd1ed99ac58f2fcf8fc8d2de640a703f";
const [, RECORD = null] = [...mapIn(memberOf(mainnet.get("main_block"), "transactions")).entries()][0] ?? [];

describe("chainnode tx wait", () => {
  const node = useRecordedNode();
  const directory = useTemporaryDirectory();
  const { environment, chainnode } = userOf(node, directory);

  const tip = (s_timestamp: number) =>
    objectToValue({
      height: 9n,
      s_timestamp: BigInt(s_timestamp),
      previous_blockhash: "",
      blockhash: "",
      transaction_count: 1n,
    });
  const hash = hexTime(TIMESTAMP) + "0".repeat(64);

  it("ends when the chain holds the transaction", async () => {
    let asked = 0;
    node().answer("GetBlock", () => tip(TIMESTAMP - 1));
    node().answer("GetTransaction", () => ((asked += 1) < 3 ? [] : RECORD));
    expect(await chainnode(["tx", "wait", hash])).to.deep.equal({
      code: 0,
      stdout: `${hash}\n`,
      stderr: "",
    });
    expect(asked).to.equal(3);
  });

  it("shows a person how long it has waited, and clears that at the end", async () => {
    let isSeen = false;
    node().answer("GetBlock", () => tip(TIMESTAMP - 1));
    node().answer("GetTransaction", () => (isSeen ? RECORD : []));
    const { code, stdout } = await runInTerminal(["tx", "wait", hash, "--no-color"], {
      environment: environment(),
      onOutput: (seen) => {
        // A busy machine may skip the first second.
        isSeen ||= /Waiting for a block… +[1-9]\d* s of 60/.test(seen);
      },
    });
    expect({ code, isSeen }).to.deep.equal({ code: 0, isSeen: true });
    expect(stdout.endsWith(`\r\u001b[2K${hash}\r\n`), JSON.stringify(stdout)).to.equal(true);
  });

  it("ends when the chain is past its time, exit 1", async () => {
    node().answer("GetBlock", () => tip(TIMESTAMP));
    node().answer("GetTransaction", () => []);
    const { code, stderr } = await chainnode(["tx", "wait", hash, "--json"]);
    expect(code).to.equal(1);
    expect(JSON.parse(stderr)).to.have.nested.property("error.code", "TRANSACTION_EXPIRED");
  });

  it("of a command that sends: reports the transaction when the wait is interrupted, exit 130", async () => {
    const password = join(directory(), "password");
    writeFileSync(password, "secret words", { mode: 0o600 });
    await chainnode(["key", "new", "alice", "--password-file", password]);
    const controller = new AbortController();
    node().answer("GetBlock", () => tip(TIMESTAMP - 1));
    node().answer("GetTransaction", () => {
      controller.abort(new Interrupted());
      return [];
    });
    const words = ["send", "alice", "1", "--wait", "--yes", "--password-file", password];
    const { code, stdout, stderr } = await chainnode(words, { interruption: controller.signal });
    expect({ code, stdout }).to.deep.equal({ code: 130, stdout: "" });
    expect(stderr).to.match(/^The transaction is sent. Wait for it: chainnode tx wait [0-9a-f]{78}\n$/);
  });

  it("has a timeout that is checked before anything is sent, exit 2", async () => {
    expect((await chainnode(["send", ADDRESS, "1", "--wait", "--timeout", "soon"])).stderr).to.include(
      "--timeout",
    );
    expect(node().received.filter(({ operation }) => operation === "sendrawtransaction")).to.deep.equal([]);
  });

  it("ends at its timeout, exit 3", async () => {
    node().answer("GetBlock", () => tip(TIMESTAMP - 1));
    node().answer("GetTransaction", () => []);
    expect((await chainnode(["tx", "wait", hash, "--timeout", "0"])).code).to.equal(3);
  });
});
