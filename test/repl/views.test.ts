import { expect } from "chai";
import { join } from "node:path";
import { useTemporaryDirectory } from "../cli/binary.js";
import { runInProcess } from "../cli/terminal-stub.js";

const RECORD = `code.method({
  name: "Count",
  space: "tally",
  parameters: { amount: {} },
  updates: [op.write_universal("count", "00", 12345678901234567890n)],
})`;

describe("The view of the console's objects", () => {
  const directory = useTemporaryDirectory();
  const run = async (
    code: string,
    { width = 200, flags = [] as readonly string[] } = {},
  ): Promise<string> => {
    const words = [
      "repl",
      "--dev",
      "--data-dir",
      join(directory(), "none"),
      "--no-color",
      "-e",
      code,
      ...flags,
    ];
    const ended = await runInProcess(words, { isTerminal: true, width });
    expect(ended.stderr).to.equal("");
    return ended.stdout;
  };

  it("is a table for every list: transactions, blocks of both chains, codes", async () => {
    const lines = async (code: string): Promise<readonly string[]> => (await run(code)).split("\n");
    expect((await lines("tx.list({ count: 2 })"))[0]).to.match(/^hash +time +type +from$/);
    expect(await lines("tx.list({ count: 2 })")).to.have.lengthOf(4);
    expect((await lines("chain.blocks()"))[0]).to.match(/^height +time +transaction_count +blockhash$/);
    expect((await lines("await sandbox.mineResource(); chain.resourceBlocks()"))[0]).to.match(
      /^height +time +difficulty +main_height +receipt_count +miner +blockhash$/,
    );
    expect((await lines("code.list()"))[0]).to.match(
      /^kind +name +version +parameters +id +space +cid +broken$/,
    );
  });

  it("shows times as people write them, beside those of the protocol", async () => {
    expect(await run("chain.blocks()")).to.match(/^ *1 +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d +/m);
    expect(await run("chain.block(1)")).to.match(
      /s_timestamp: \d{16},\s+time: '\d{4}-\d\d-\d\d \d\d:\d\d:\d\d'/,
    );
    expect(await run("chain.block(1)")).to.match(/hash: '[0-9a-f]{78}',\s+time: '\d{4}-/);
    expect(await run("tx.get((await chain.block(1)).transactions[0].hash)")).to.match(/^\{\s+time: '\d{4}-/);
  });

  it("leaves the value unchanged, also as JSON", async () => {
    const listed = await run("tx.list({ count: 1 })", { flags: ["--json"] });
    const [record] = JSON.parse(listed) as readonly Record<string, unknown>[];
    expect(record).to.include.all.keys("hash", "transaction", "public_key", "signature");
    const [block] = JSON.parse(await run("chain.blocks()", { flags: ["--json"] })) as readonly object[];
    expect(block).to.have.property("previous_blockhash");
  });

  it("describes a code among the changes of the state, which hold it whole", async () => {
    const shown = await run("diff(1, await chain.height())");
    expect(shown).to.match(/contract +[0-9a-f]{44} +null +contract Send 3, \d+ bytes\n/);
    expect(shown).not.to.include("$read_universal");
    expect(await run("diff(1, await chain.height())", { flags: ["--json"] })).to.include("$read_universal");
  });

  it("shows a transaction once, without its raw text", async () => {
    const shown = await run("chain.block(1)");
    expect(shown).to.include("type: 'Genesis'").and.not.to.include("text:");
  });

  it("lists the members of an object that has only functions", async () => {
    expect(await run("op"))
      .to.include("read_universal  ")
      .and.not.to.include("[Function");
    expect(await run("at(1)")).to.include(
      "the chain after main block 1: state(kind, key), balance(address?),",
    );
    expect(await run("sandbox")).to.include("sandbox.warp(seconds)");
  });

  it("shows what a trial would read, write and cost", async () => {
    const gift = `tx.build("Send", sandbox.accounts[0].address, { to: sandbox.accounts[1].address, amount: "5" })`;
    expect(await run(`whatIf(${gift})`)).to.match(
      /^contract +Send 3,[^]*\nwrites [^]*\nfee +\d+\nresult +null\n$/,
    );
  });

  it("is the exact JSON of any value: maps in their order, integers of any size", async () => {
    const text = JSON.parse(await run(`JSON.stringify(${RECORD})`, { flags: ["--json"] })) as string;
    expect(text)
      .to.match(/"p":\{"amount":/)
      .and.to.include("12345678901234567890");
    expect(await run('JSON.stringify({ a: new Map([["10", 1], ["9", 2n]]) })')).to.equal(
      `'{"a":{"10":1,"9":2}}'
`,
    );
    expect(await run(`JSON.stringify([${RECORD}], null, 2).split("\\n").length > 20`)).to.equal("true\n");
    expect(await run(`JSON.stringify({ a: undefined, b: new Date(0), c: {} })`)).to.equal(
      `'{"b":"1970-01-01T00:00:00.000Z","c":{}}'\n`,
    );
  });
});
