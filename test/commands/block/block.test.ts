import { expect } from "chai";
import { parseJson } from "../../../src/codec/parse-json.js";
import { entriesOf, memberOf, objectToValue, type Value } from "../../../src/codec/value.js";
import { runBinaryAndInterrupt, runBinaryToHead, type Ended } from "../../cli/binary.js";
import { mapIn } from "../../support/vectors.js";
import { mainnet, useRecordedNode, userOf } from "../recorded-node.js";

const MAIN_BLOCK = mainnet.get("main_block") ?? null;
const SUMMARIES = mapIn(mainnet.get("main_block_summaries"));
const RESOURCE_SUMMARIES = mainnet.get("resource_block_summaries") ?? null;
const EMPTY_BLOCK = objectToValue({ height: 0n, s_timestamp: 0n });

describe("chainnode block (mainnet.json)", () => {
  const node = useRecordedNode();
  const { chainnode } = userOf(node);
  const block = (...words: string[]): Promise<Ended> => chainnode(["block", ...words]);
  const lastRequest = (): Value | undefined => memberOf(node().received.at(-1)?.parameters, "request");

  it("get: by height, by hash, and the latest", async () => {
    node().answer("GetBlock", () => MAIN_BLOCK);
    const { stdout } = await block("get", "35291", "--json");
    expect(parseJson(stdout)).to.deep.equal(MAIN_BLOCK);
    expect(lastRequest()).to.deep.equal(objectToValue({ type: "GetBlock", target: 35291n, full: true }));
    await block("get", "latest", "--summary");
    expect(lastRequest()).to.deep.equal(objectToValue({ type: "GetBlock", full: false }));
    const hash = "05e2183b16dd808135543a804a013a3a32ac4d00e5bdfa2b5cc7f822b586263b78d678e5b136a5";
    await block("get", hash);
    expect(memberOf(lastRequest(), "target")).to.equal(hash);
  });

  it("get: of the resource chain", async () => {
    node().answer("GetResourceBlock", () => mainnet.get("resource_block") ?? null);
    expect((await block("get", "59924", "--resource")).stdout).to.include('"difficulty": "3572657"');
  });

  it("get: exit 4 for an unknown block, 2 for an invalid word (PROTOCOL 13.10)", async () => {
    node().answer("GetBlock", () => EMPTY_BLOCK);
    expect((await block("get", "99999")).code).to.equal(4);
    expect((await block("get", "first")).code).to.equal(2);
  });

  it("list: newest first, page by page", async () => {
    node().answer("BlockCount", () => 100n);
    node().answer("ListBlock", () => SUMMARIES);
    const { stdout } = await block("list", "--count", "5");
    expect(stdout).to.match(/^35287\t2022-06-23T/);
    await block("list", "--count", "5", "--page", "3");
    expect(lastRequest()).to.deep.equal(
      objectToValue({ type: "ListBlock", height: 90n, count: 5n, sort: 1n }),
    );
    expect((await block("list", "--page", "30")).stdout).to.equal("");
  });

  it("list: of the resource chain", async () => {
    node().answer("ListResourceBlock", () => RESOURCE_SUMMARIES);
    const { stdout } = await block("list", "--resource", "--json");
    expect(parseJson(stdout)).to.deep.equal(RESOURCE_SUMMARIES);
  });

  it("count: one number for each chain", async () => {
    node().answer("BlockCount", () => 81n);
    node().answer("ResourceBlockCount", () => 42n);
    expect((await block("count")).stdout).to.equal("81\n");
    expect((await block("count", "--resource", "--json")).stdout).to.equal("42\n");
  });

  it("completes the newest heights of either chain", async () => {
    node().answer("BlockCount", () => 81n);
    node().answer("ResourceBlockCount", () => 2n);
    const complete = async (...words: string[]): Promise<readonly string[]> => {
      const { stdout } = await chainnode(["__complete", "block", ...words]);
      return stdout.trimEnd().split("\n");
    };
    expect(await complete("get", "8")).to.deep.equal(["81", "80"]);
    expect(await complete("get", "--resource", "")).to.deep.equal(["latest", "2", "1"]);
    expect(await complete("watch", "--from", "7")).to.have.length(10);
  });

  describe("watch", () => {
    const all = [...entriesOf(SUMMARIES)];

    /** The node has one block more at each request. */
    const growSlowly = (): void => {
      let known = 0;
      node().answer("BlockCount", () => BigInt(Number(all[0]?.[0]) - 1));
      node().answer("GetBlocks", (request) => {
        const target = memberOf(request, "target") as bigint;
        known += 1;
        return objectToValue(
          Object.fromEntries(all.slice(0, known).filter(([height]) => BigInt(height) >= target)),
        );
      });
    };
    const environment = () => ({ CHAINNODE_RPC: node().url });

    it("prints one document a line for each new block, each once", async () => {
      growSlowly();
      const { code, stdout } = await block("watch", "--count", "3", "--json");
      expect(code).to.equal(0);
      expect(stdout.trimEnd().split("\n").map(parseJson)).to.deep.equal(
        all.slice(0, 3).map(([, summary]) => summary),
      );
    });

    it("ends quietly when it is interrupted, exit 130", async () => {
      growSlowly();
      const ended = await runBinaryAndInterrupt(["block", "watch"], { environment: environment() });
      expect(ended).to.include({ code: 130, stderr: "" });
    });

    it("ends quietly when its reader closes the pipe, exit 141", async () => {
      growSlowly();
      const ended = await runBinaryToHead(["block", "watch"], { environment: environment() });
      expect(ended).to.include({ code: 141, stderr: "" });
      expect(ended.stdout).to.match(/^35287\t/);
    });
  });
});
