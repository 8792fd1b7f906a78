import { expect } from "chai";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Interrupted } from "../../../src/cli/terminal/prompter.js";
import { hexTime } from "../../../src/codec/hash.js";
import { memberOf, objectToValue } from "../../../src/codec/value.js";
import { runInTerminal, useTemporaryDirectory, type Ended } from "../../cli/binary.js";
import type { TestTerminalOptions } from "../../cli/terminal-stub.js";
import { mapIn } from "../../support/vectors.js";
import { mainnet, TIP, useRecordedNode, userOf } from "../recorded-node.js";
import { skipWithout } from "../../support/skip.js";

const TIMESTAMP = 1_795_238_606_662_000;
const ADDRESS = "4450615052f4fd1ed99ac58f2fcf8fc8d2de640a703f";
const [, RECORD = null] = [...mapIn(memberOf(mainnet.get("main_block"), "transactions")).entries()][0] ?? [];

describe("chainnode tx wait", () => {
  const node = useRecordedNode();
  const directory = useTemporaryDirectory();
  const { environment, chainnode } = userOf(node, directory);

  const tip = (s_timestamp: number) => objectToValue({ ...TIP, s_timestamp: BigInt(s_timestamp) });
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

  it("shows a person how long it has waited, and clears that at the end", async function () {
    skipWithout(this, "script");
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

  const sent = (): number =>
    node().received.filter(({ operation }) => operation === "sendrawtransaction").length;
  const sendToAlice = async (words: readonly string[], options?: TestTerminalOptions): Promise<Ended> => {
    const password = join(directory(), "password");
    writeFileSync(password, "secret words", { mode: 0o600 });
    await chainnode(["key", "new", "alice", "--password-file", password]);
    return chainnode(["send", "alice", "1", "--yes", "--password-file", password, ...words], options);
  };

  it("is what a command that sends does, unless it has --no-wait", async () => {
    for (const [words, asked] of [
      [[], 1],
      [["--wait"], 1],
      [["--no-wait"], 0],
      [["--wait", "--no-wait"], 0],
    ] as const) {
      let looks = 0;
      node().answer("GetTransaction", () => ((looks += 1), RECORD));
      expect((await sendToAlice(words)).code).to.equal(0);
      expect(looks, words.join(" ")).to.equal(asked);
    }
  });

  describe("of a command that sends, when the transaction is dropped", () => {
    let questions: number;
    const person = (answer: boolean): TestTerminalOptions => {
      const never = async (): Promise<never> => {
        throw new TypeError("Nothing else is asked. ");
      };
      const confirm = async (): Promise<boolean> => ((questions += 1), answer);
      return { isTerminal: true, prompter: { text: never, secret: never, choose: never, confirm } };
    };
    beforeEach(() => {
      questions = 0;
      const [lost, later] = [tip(Number.MAX_SAFE_INTEGER), tip(0)];
      node().answer("GetBlock", () => (sent() === 1 ? lost : later));
      node().answer("GetTransaction", () => (sent() === 1 ? [] : RECORD));
    });

    it("sends it again with a new signature when a person agrees, whom it tells that both may count", async () => {
      const { code, stderr } = await sendToAlice([], person(true));
      expect({ code, questions, sent: sent() }).to.deep.equal({ code: 0, questions: 1, sent: 2 });
      expect(stderr).to.include("Until block 9 is below the fixed height, the chain may take both.");
    });

    it("sends it once when the person does not, exit 1", async () => {
      const { code, stderr } = await sendToAlice([], person(false));
      expect({ code, questions, sent: sent() }).to.deep.equal({ code: 1, questions: 1, sent: 1 });
      expect(stderr).to.include("past its time");
    });

    it("does not offer to sign a time that was given again, exit 1", async () => {
      const { code } = await sendToAlice([`--timestamp=${TIMESTAMP}`], person(true));
      expect({ code, questions, sent: sent() }).to.deep.equal({ code: 1, questions: 0, sent: 1 });
    });

    it("says without a terminal how to send it again, and that both may count, exit 1", async () => {
      const { code, stderr } = await sendToAlice([]);
      expect({ code, sent: sent() }).to.deep.equal({ code: 1, sent: 1 });
      expect(stderr).to.include("by the command that sent it").and.to.include("the chain may take both");
    });
  });

  it("of a command that sends: reports the transaction when the wait is interrupted, exit 130", async () => {
    const controller = new AbortController();
    node().answer("GetBlock", () => tip(TIMESTAMP - 1));
    node().answer("GetTransaction", () => {
      controller.abort(new Interrupted());
      return [];
    });
    const { code, stdout, stderr } = await sendToAlice([], { interruption: controller.signal });
    expect({ code, stdout }).to.deep.equal({ code: 130, stdout: "" });
    expect(stderr).to.match(/^The transaction is sent. Wait for it: chainnode tx wait [0-9a-f]{78}\n$/);
  });

  it("has a timeout that is checked before anything is sent, exit 2", async () => {
    expect((await chainnode(["send", ADDRESS, "1", "--timeout", "soon"])).stderr).to.include("--timeout");
    expect(sent()).to.equal(0);
  });

  it("ends at its timeout, exit 3", async () => {
    node().answer("GetBlock", () => tip(TIMESTAMP - 1));
    node().answer("GetTransaction", () => []);
    expect((await chainnode(["tx", "wait", hash, "--timeout", "0"])).code).to.equal(3);
  });
});
