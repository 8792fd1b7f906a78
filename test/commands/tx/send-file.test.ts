import { expect } from "chai";
import { createClient } from "../../../src/client/create-client.js";
import { runBinary, type Ended } from "../../cli/binary.js";
import { useDevProcess } from "../../support/dev-process.js";

describe("chainnode tx send --file", () => {
  const dev = useDevProcess();

  const send = (lines: readonly unknown[], ...flags: readonly string[]): Promise<Ended> =>
    runBinary(["tx", "send", "--file", "-", "--yes", "--json", ...flags], {
      environment: { CHAINNODE_HOME: dev.directory },
      input: lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"),
    });
  const results = ({ stdout }: Ended): readonly Record<string, unknown>[] =>
    stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const payment = (amount: string, to = "bob"): object => ({ type: "Send", to, amount });

  it("sends each transaction once the one before it is in a block, and says what each paid", async () => {
    const sent = await send([payment("1"), "", payment("2"), payment("3")]);
    expect([sent.code, sent.stderr]).to.deep.equal([0, ""]);
    const lines = results(sent);
    expect(lines.map(({ number }) => number)).to.deep.equal([1, 2, 3]);
    const client = createClient({ url: dev.node.url });
    let height = 0;
    for (const line of lines) {
      expect(line["height"]).to.be.greaterThan(height);
      expect(line["outcome"]).to.equal("committed");
      expect(line["fee"]).to.match(/^[1-9][0-9]*$/);
      height = Number(line["height"]);
      const block = await client.getBlock(height);
      expect(block?.transactions.map(({ hash }) => hash)).to.deep.equal([line["hash"]]);
    }
  });

  it("says of one transaction too what became of it, and does not say more than it knows", async () => {
    const client = createClient({ url: dev.node.url });
    const environment = { CHAINNODE_HOME: dev.directory };
    const one = async (...flags: readonly string[]): Promise<Record<string, unknown>> => {
      const ended = await runBinary(["send", "bob", "1", "--yes", "--json", ...flags], { environment });
      expect([ended.code, ended.stderr]).to.deep.equal([0, ""]);
      return JSON.parse(ended.stdout) as Record<string, unknown>;
    };
    const sent = await one();
    expect(sent["outcome"]).to.equal("committed");
    expect(sent["fee"]).to.match(/^[1-9][0-9]*$/);
    const block = await client.getBlock(Number(sent["height"]));
    expect(block?.transactions.map(({ hash }) => hash)).to.deep.equal([sent["hash"]]);
    expect(await one("--no-wait")).to.include({ outcome: "pooled", height: null, fee: null });
  });

  it("ends at the first failure, and names it", async () => {
    const ended = await send([payment("1"), payment("1", "someone"), payment("1")]);
    expect([ended.code, results(ended).length]).to.deep.equal([4, 1]);
    expect(JSON.parse(ended.stderr)).to.have.nested.property("error.details.transaction", 2);
    const refused = await send([payment(`1${"0".repeat(40)}`)]);
    expect([refused.code, refused.stdout]).to.deep.equal([1, ""]);
  });

  it("goes on with --keep-going, and fails at the end", async () => {
    const lines = [payment("1"), { to: "bob" }, payment("1", "someone"), payment("2")];
    const ended = await send(lines, "--keep-going");
    expect(ended.code).to.equal(1);
    const [first, second, third, last] = results(ended);
    expect(second).to.have.nested.property("error.code", "RECORD_MALFORMED");
    expect(third).to.have.nested.property("error.code", "KEY_UNKNOWN");
    expect(Number(last?.["height"])).to.be.greaterThan(Number(first?.["height"]));
    expect(JSON.parse(ended.stderr)).to.have.nested.property("error.code", "FILE_TRANSACTIONS");
  });

  it("sends nothing from another key, or at another time, than a line says", async () => {
    for (const member of [{ from: "carol" }, { timestamp: 5 }]) {
      const ended = await send([{ ...payment("1"), ...member }]);
      expect([ended.code, ended.stdout]).to.deep.equal([2, ""]);
      expect(JSON.parse(ended.stderr)).to.have.nested.property("error.code", "USAGE");
    }
    const words = ["tx", "send", "Send", "to=bob", "amount=1", "from=carol", "--yes", "--json"];
    const ended = await runBinary(words, { environment: { CHAINNODE_HOME: dev.directory } });
    expect([ended.code, ended.stdout]).to.deep.equal([2, ""]);
  });

  it("refuses a line that is no JSON, and a contract beside the file", async () => {
    const broken = await send([payment("1"), "{no"]);
    expect([broken.code, JSON.parse(broken.stderr)]).to.have.nested.property("[1].error.details.line", 2);
    const both = await runBinary(["tx", "send", "Send", "--file", "-"], {
      environment: { CHAINNODE_HOME: dev.directory },
    });
    expect(both.code).to.equal(2);
  });
});
