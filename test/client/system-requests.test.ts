import { expect } from "chai";
import { expectRejection } from "../support/expect-rejection.js";
import { createClient, parseJson } from "../../src/client/index.js";
import type { Client } from "../../src/client/index.js";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { mapIn, readVector, textIn } from "../support/vectors.js";
import { recordedBody } from "./recorded.js";
import { ScriptedNode, dataAnswer } from "./scripted-node.js";

const mainnet = mapIn(readVector("mainnet.json"));

const node = new ScriptedNode();
let client: Client;

describe("the client's system requests (PROTOCOL 13.9, 13.10, 13.11, 13.13)", () => {
  before(async () => {
    client = createClient({ url: await node.listen() });
  });
  after(async () => node.close());

  /** The received request, as text. */
  function asked(): string {
    const body = mapIn(parseJson(textIn(node.received[0]?.body)));
    return canonicalJson(mapIn(body.get("request")));
  }

  it("GetBlock: full (http.json, target 1), and null for the empty block", async () => {
    node.script({ body: recordedBody('GetBlock {"full":true,"target":1}') });
    const block = await client.getBlock(1);
    expect(asked()).to.equal('{"type":"GetBlock","target":1,"full":true}');
    expect(block?.height).to.equal(1);
    expect(block?.transactions[0]?.type).to.equal("Genesis");
    expect([...(block?.local_updates.values() ?? [])][0]).to.deep.equal({ old: null, new: true });
    node.script({ body: recordedBody('GetBlock {"target":0}') });
    expect(await client.getBlockSummary(0)).to.equal(null);
    expect(asked()).to.equal('{"type":"GetBlock","target":0,"full":false}');
  });

  it("ListBlock: in order, with heights as keys or, from a 2.1 node, blockhashes (http.json)", async () => {
    node.script({ body: recordedBody('ListBlock {"count":2}') });
    const blocks = await client.listBlock({ count: 2, order: "descending" });
    expect(asked()).to.equal('{"type":"ListBlock","count":2,"sort":1}');
    expect(blocks.map((block) => block.height)).to.deep.equal([78, 77]);
  });

  it("BlockCount, TransactionCount and ResourceBlockCount: integers (http.json)", async () => {
    node.script({ body: recordedBody("TransactionCount") });
    expect(await client.transactionCount()).to.equal(308);
    expect(asked()).to.equal('{"type":"TransactionCount"}');
    node.script({ body: recordedBody("ResourceBlockCount") });
    expect(await client.resourceBlockCount()).to.equal(42);
    node.script({ body: recordedBody("BlockCount extra") });
    expect(await client.blockCount()).to.equal(78);
  });

  it("GetTransaction: a record, or null when it is unknown (http.json)", async () => {
    node.script({ body: recordedBody("GetTransaction {}") });
    expect((await client.getTransaction())?.transaction.get("timestamp")).to.equal(1795238549628000n);
    node.script(dataAnswer("[]"));
    expect(await client.getTransaction("f".repeat(78))).to.equal(null);
    expect(asked()).to.equal(`{"type":"GetTransaction","target":"${"f".repeat(78)}"}`);
  });

  it("ListTransaction: by hash, newest first (http.json)", async () => {
    node.script({ body: recordedBody('ListTransaction {"count":3}') });
    const listed = await client.listTransaction({ count: 3, page: 2 }, "0".repeat(44));
    expect(asked()).to.equal(`{"type":"ListTransaction","address":"${"0".repeat(44)}","count":3,"page":2}`);
    expect(listed.size).to.equal(3);
    expect([...listed.keys()].toSorted().toReversed()).to.deep.equal([...listed.keys()]);
  });

  it("GetCode: the code's text, null when none is registered (http.json)", async () => {
    const name = 'GetCode {"ctype":"request","target":"ba3eb999c80e61657ef1a4dd27359a2';
    node.script({ body: recordedBody(name) });
    expect(await client.getCode("ba3eb999c80e61657ef1a4dd27359a23d9bbb94d610a", "request")).to.include(
      '"name":"GetBalance"',
    );
    node.script(dataAnswer('{"00":null}'));
    expect(await client.getCode("00")).to.equal(null);
    expect(asked()).to.equal('{"type":"GetCode","ctype":"contract","target":"00"}');
  });

  it("ListCode and CodeCount (http.json)", async () => {
    node.script({ body: recordedBody('ListCode {"count":1}') });
    const codes = await client.listCode({ count: 1 });
    expect([codes.contracts.size, codes.requests.size]).to.deep.equal([1, 1]);
    node.script({ body: recordedBody("CodeCount") });
    expect(await client.codeCount()).to.deep.equal({ contracts: 3, requests: 1 });
  });

  it("GetResourceBlock: full (http.json), with the receipts of the public network's block", async () => {
    node.script({ body: recordedBody('GetResourceBlock {"full":true,"target":1}') });
    expect((await client.getResourceBlock(1))?.main_height).to.equal(1);
    const block = mapIn(mainnet.get("resource_block"));
    node.script(dataAnswer(canonicalJson(block)));
    const receipts = (await client.getResourceBlock())?.receipts;
    expect(receipts?.size).to.be.greaterThan(0);
    for (const receipt of receipts?.values() ?? []) {
      expect(receipt.signed_query.query.previous_blockhash).to.equal(receipt.previous_blockhash);
    }
    node.script({ body: recordedBody('GetResourceBlock {"target":-1}') });
    expect(await client.getResourceBlockSummary(-1)).to.equal(null);
  });

  it("ListResourceBlock: newest first, a list, or a map of a 2.1 node (http.json)", async () => {
    node.script({ body: recordedBody('ListResourceBlock {"count":2}') });
    const heights = (await client.listResourceBlock({ count: 2 })).map((block) => block.height);
    expect(heights).to.deep.equal([42, 41]);
  });

  it("GetBlocks and GetResourceBlocks: no more than the limit of an answer (PROTOCOL 11.2)", async () => {
    const many = `[${"0,".repeat(256)}0]`;
    const calls = [
      () => client.getBlocks(1),
      () => client.getBlockSummaries(1),
      () => client.getBlocksAs(() => null, 1),
      () => client.getResourceBlocks(1),
      () => client.getResourceBlockSummaries(1),
      () => client.getResourceBlocksAs(() => null, 1),
    ];
    for (const call of calls) {
      node.script(dataAnswer(many));
      await expectRejection(call(), "ANSWER_MALFORMED", "unreachable");
    }
  });

  it("GetBlocks and GetResourceBlocks: from a height, full or summaries", async () => {
    const main = canonicalJson(mapIn(mainnet.get("main_block")));
    const resource = canonicalJson(mapIn(mainnet.get("resource_block")));
    node.script(dataAnswer(`{"7":${main}}`));
    expect((await client.getBlocks(7))[0]?.seal.size).to.be.greaterThan(0);
    expect(asked()).to.equal('{"type":"GetBlocks","target":7,"full":true}');
    node.script(dataAnswer(`{"7":${resource}}`));
    expect((await client.getResourceBlocks(7))[0]?.receipts.size).to.be.greaterThan(0);
    node.script(dataAnswer("[]"));
    expect(await client.getBlockSummaries(7)).to.deep.equal([]);
    expect(asked()).to.equal('{"type":"GetBlocks","target":7,"full":false}');
    expect(await client.getResourceBlockSummaries(7)).to.deep.equal([]);
  });

  it("GetResource: the RPC interface's object, or a 2.1 node's bare text (http.json)", async () => {
    node.script(dataAnswer('{"resource":"12"}'), dataAnswer('"0"'));
    expect(await client.getResource("0".repeat(44))).to.equal("12");
    expect(await client.getResource("0".repeat(44))).to.equal("0");
  });
});
