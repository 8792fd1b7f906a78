import { expect } from "chai";
import { parseJson } from "../../src/codec/parse-json.js";
import { memberOf, objectToValue } from "../../src/codec/value.js";
import { runBinary, runBinaryWatched, useTemporaryDirectory, type Ended } from "../cli/binary.js";
import { mainnet, Refusal, useRecordedNode, userOf } from "./recorded-node.js";

const ADDRESS = "4450615052f4fd1ed99ac58f2fcf8fc8d2de640a703f";

const MAIN_SUMMARY = memberOf(mainnet.get("main_block_summaries"), "35287") ?? null;
const RESOURCE_SUMMARY = memberOf(mainnet.get("resource_block_summaries"), "0") ?? null;

describe("commands that ask a node", () => {
  const node = useRecordedNode();
  const directory = useTemporaryDirectory();
  const { chainnode } = userOf(node);
  const ask = (...words: string[]): Promise<Ended> => chainnode(words);

  it("ping: shows the response time", async () => {
    expect((await ask("ping")).stdout).to.match(/^http:\/\/127\.0\.0\.1:\d+ answers in \d+ ms\n$/);
    expect(JSON.parse((await ask("ping", "--json")).stdout)).to.have.property("url", node().url);
  });

  it("info: prints the node's whole answer", async () => {
    const data = objectToValue({
      status: "is_running",
      version: "2.1.9.6",
      chain_maker_policy: true,
      resource_miner_policy: true,
      peer_searcher_policy: true,
      collector_policy: true,
      mining: false,
      last_block: MAIN_SUMMARY,
      last_resource_block: RESOURCE_SUMMARY,
    });
    node().answer("info", () => data);
    expect(parseJson((await ask("info", "--json")).stdout)).to.deep.equal(data);
  });

  it("balance: is exact in coins, and in units with --raw", async () => {
    node().answer("GetBalance", (request) => {
      expect(memberOf(request, "address")).to.equal(ADDRESS);
      return objectToValue({ balance: "123456789012345678901234567890" });
    });
    expect((await ask("balance", ADDRESS)).stdout).to.equal("123456789012.34567890123456789\n");
    expect((await ask("balance", ADDRESS, "--raw")).stdout).to.equal("123456789012345678901234567890\n");
    expect(JSON.parse((await ask("balance", ADDRESS, "--json")).stdout)).to.deep.equal({
      address: ADDRESS,
      balance: "123456789012345678901234567890",
    });
  });

  it("resource: does the same for resource that is not yet refined", async () => {
    node().answer("GetResource", () => objectToValue({ resource: "2000000000000000000000" }));
    expect((await ask("resource", ADDRESS)).stdout).to.equal("2000\n");
  });

  it("balance: refuses an invalid address before a node is asked", async () => {
    const wrong = await ask("balance", `${ADDRESS.slice(0, -1)}0`);
    expect(wrong).to.include({ code: 2, stdout: "" });
    expect(wrong.stderr).to.include("as the checksum shows");
    expect((await ask("balance", ADDRESS.toUpperCase())).stderr).to.include("it has capital letters");
    expect((await ask("balance", ADDRESS.slice(0, -1))).stderr).to.include("it does not have 44 characters");
    expect((await ask("balance", "unknown")).code).to.equal(4);
    expect(node().received).to.deep.equal([]);
  });

  it("request: sends texts, JSON and the space, and prints any answer", async () => {
    node().answer("Stock", (request) => request);
    const words = [
      "request",
      "Stock",
      "of=paper",
      "count:=9007199254740993",
      "--cid",
      "ab".repeat(32),
      "--json",
    ];
    const { stdout } = await ask(...words);
    expect(stdout).to.equal(
      `{"type":"Stock","cid":"${"ab".repeat(32)}","of":"paper","count":9007199254740993}\n`,
    );
  });

  it("end with exit code 4 when the chain has no such name", async () => {
    node().answer("ListCode", () => objectToValue({ contracts: [], requests: [] }));
    node().answer("Nope", () => {
      throw new Refusal("There is no request code: Nope ");
    });
    for (const words of ["tx send", "tx weight", "request", "code call", "code trace", "code get"]) {
      const { code, stdout } = await ask(...words.split(" "), "Nope");
      expect({ code, stdout }, words).to.deep.equal({ code: 4, stdout: "" });
    }
  });

  it("request: prints the chain's refusal to the letter, exit 1", async () => {
    node().answer("Stock", () => {
      throw new Refusal("There is no stock of paper. ");
    });
    const { code, stdout, stderr } = await ask("request", "Stock", "--json");
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: "" });
    expect(JSON.parse(stderr)).to.have.nested.property("error.message", "There is no stock of paper. ");
  });

  it("round and broadcast: name the chain and the block", async () => {
    const round = objectToValue({ block: RESOURCE_SUMMARY, sync_limit: 9n, timestamp: 1n });
    const broadcast = objectToValue({ transactions: [], chunks: [], hypotheses: [] });
    node().answer("round", () => round);
    node().answer("broadcast", () => broadcast);
    const asked = await ask("round", "--chain", "resource", "--height", "3", "--json");
    expect(parseJson(asked.stdout)).to.deep.equal(round);
    expect(parseJson((await ask("broadcast", "--round", "ab", "--json")).stdout)).to.deep.equal(broadcast);
    expect(node().received.map(({ parameters }) => parameters)).to.deep.equal([
      objectToValue({ chain_type: "resource", height: "3" }),
      objectToValue({ round_key: "ab" }),
    ]);
    expect((await ask("round", "--chain", "side")).code).to.equal(2);
    expect((await ask("round", "--height", "-1")).code).to.equal(2);
  });

  it("peer list: peers with their addresses, known hosts without", async () => {
    node().answer("peer", () =>
      objectToValue({
        peers: objectToValue({ "445": objectToValue({ host: "node1.example.org:9900", address: ADDRESS }) }),
        known_hosts: ["node2.example.org:9900"],
      }),
    );
    expect((await ask("peer", "list")).stdout).to.equal(
      `node1.example.org:9900\t${ADDRESS}\nnode2.example.org:9900\t\n`,
    );
  });

  it("report the URL and the command that starts a node when none answers, exit 3", async () => {
    const url = "http://127.0.0.1:1";
    const { code, stdout, stderr } = await runBinary(["info", "--rpc", url]);
    expect({ code, stdout }).to.deep.equal({ code: 3, stdout: "" });
    expect(stderr).to.include(url).and.to.include("chainnode start --dev");
  });

  it("run in the real binary without loading unneeded modules", async () => {
    node().answer("GetBalance", () => objectToValue({ balance: "1" }));
    const words = ["balance", ADDRESS, "--raw", "--rpc", node().url];
    const { scripts, ...ended } = await runBinaryWatched(words, directory());
    expect(ended).to.deep.equal({ code: 0, stdout: "1\n", stderr: "" });
    const dependencies = scripts.map((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]);
    expect(dependencies).to.include("commander");
    for (const heavy of ["sqlite3", "koa", "@inquirer/prompts"]) expect(dependencies).not.to.include(heavy);
  });
});
