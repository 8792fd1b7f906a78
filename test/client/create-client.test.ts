import { expect } from "chai";
import { createClient, objectToValue, parseJson, signTransaction } from "../../src/client/index.js";
import type { Client, ValueMap } from "../../src/client/index.js";
import { mapIn } from "../support/vectors.js";
import { ScriptedNode, dataAnswer } from "./scripted-node.js";
import { recordedBody } from "./recorded.js";

const PRIVATE_KEY = "a745fbb3860f243293a66a5fcadf70efc1fa5fa5f0254b3100057e753ef0d9bb";
const BLOCKHASH = "0660c28c0f5180aef05e86982acaa61dcfdf60cd822425d36ee630fbf5e779dae12913b4ce0c1b";
const HASH = "0660c28f8e3f10e264322c4e8aa925b45622e5b00a17b816fae06b3d67501c21b3191a1aed225e";

const node = new ScriptedNode();
let client: Client;

describe("createClient", () => {
  before(async () => {
    client = createClient({ url: await node.listen(), retryDelayMs: 1, timeoutMs: 5000 });
  });
  after(async () => node.close());

  function received(): { path: string; body: ValueMap } {
    const [request] = node.received;
    return { path: request?.path ?? "", body: mapIn(parseJson(request?.body ?? "null")) };
  }

  function form(): Record<string, string> {
    return Object.fromEntries(new URLSearchParams(node.received[0]?.body));
  }

  describe("the client's node operations (PROTOCOL 13.3, 13.5, 13.6, 13.8)", () => {
    it("pings, and accepts the answer of a 2.1 node (http.json, POST /PING)", async () => {
      node.script(dataAnswer("[]"), { body: recordedBody("POST /PING") });
      await client.ping();
      await client.ping();
      expect(node.received.map((request) => `${request.method} ${request.path}`)).to.deep.equal([
        "POST /ping",
        "POST /ping",
      ]);
    });

    it("reads Info as recorded from a 2.1 node, with false for a missing policy (http.json, GET /info)", async () => {
      node.script({ body: recordedBody("GET /info") });
      const info = await client.info();
      expect(info).to.include({ version: "2.1.9.6", mining: true, peer_searcher_policy: false });
      expect(info.last_block).to.deep.include({ height: 78, blockhash: BLOCKHASH, transaction_count: 5 });
      expect(info.last_resource_block).to.include({ height: 42, difficulty: "100000", receipt_count: 0 });
    });

    it("reads rounds of both chains (http.json, round h1 and round resource)", async () => {
      node.script({ body: recordedBody("round h1") });
      expect(await client.round(1)).to.deep.nested.include({ "block.height": 1, sync_limit: 78 });
      expect(form()).to.deep.equal({ height: "1" });
      node.script({ body: recordedBody("round resource") });
      expect(await client.resourceRound()).to.deep.nested.include({
        "block.main_height": 70,
        sync_limit: 42,
      });
      expect(form()).to.deep.equal({ chain_type: "resource" });
    });

    it("reads a broadcast, empty as recorded (http.json, bc main)", async () => {
      node.script({ body: recordedBody("bc main") });
      const broadcast = await client.broadcast(BLOCKHASH);
      expect([broadcast.transactions.size, broadcast.chunks.size, broadcast.hypotheses.size]).to.deep.equal([
        0, 0, 0,
      ]);
      expect(form()).to.deep.equal({ round_key: BLOCKHASH });
      node.script(dataAnswer('{"receipts":[]}'));
      expect((await client.resourceBroadcast()).size).to.equal(0);
    });

    it("requests the peers and the node's statement (http.json, peer auth)", async () => {
      node.script({ body: recordedBody("peer auth") });
      const peers = await client.peer({ register: "node.example.org:9900", authentication: { height: 7 } });
      expect(peers.node?.timestamp).to.equal(1795238607019573);
      expect(peers).to.deep.include({ known_hosts: [], registerResult: false });
      expect(form()).to.deep.equal({
        register: "1",
        host: "node.example.org:9900",
        authentication: "1",
        height: "7",
      });
    });

    it("inspects a state value without losing a digit", async () => {
      node.script(dataAnswer(`{"key":"${"0".repeat(66)}","value":9007199254740993,"height":5}`));
      const cell = await client.inspect("universal", "0".repeat(66));
      expect(cell).to.deep.equal({ key: "0".repeat(66), value: 9007199254740993n, height: 5 });
      expect(form()).to.deep.equal({ type: "universal", key: "0".repeat(66) });
    });
  });

  describe("the client's execution operations (PROTOCOL 13.1, 13.7)", () => {
    const transaction = mapIn(
      objectToValue({ type: "Send", to: "é/", amount: "1", timestamp: 1795238608650000n }),
    );

    it("sends a request as a JSON body of canonical text", async () => {
      node.script(dataAnswer('{"balance":"9"}'));
      const request = mapIn(objectToValue({ type: "GetBalance", address: "/é" }));
      expect(await client.request(request)).to.deep.equal(new Map([["balance", "9"]]));
      expect(node.received[0]).to.deep.equal({
        method: "POST",
        path: "/rawrequest",
        contentType: "application/json",
        body: String.raw`{"request":{"type":"GetBalance","address":"\/\u00e9"}}`,
      });
    });

    it("signs and sends a transaction, and returns its hash (http.json, send ok)", async () => {
      node.script({ body: recordedBody("send ok") });
      const signed = signTransaction(transaction, PRIVATE_KEY);
      expect(await client.signAndSend(transaction, PRIVATE_KEY)).to.equal(HASH);
      const { path, body } = received();
      expect(path).to.equal("/sendrawtransaction");
      expect([...body]).to.deep.equal([
        ["transaction", signed.transaction],
        ["public_key", signed.public_key],
        ["signature", signed.signature],
      ]);
    });

    it("requests a weight with a form, the only body of it that a 2.1 node reads (http.json, weight ok)", async () => {
      node.script({ body: recordedBody("weight ok") });
      expect(await client.weight(signTransaction(transaction, PRIVATE_KEY))).to.equal(11000000765n);
      expect(form()["transaction"]).to.equal(
        String.raw`{"type":"Send","to":"\u00e9\/","amount":"1","timestamp":1795238608650000}`,
      );
    });

    it("returns the data of any operation unchanged", async () => {
      node.script(dataAnswer("[1.0,1]"));
      expect(await client.call("Info", new Map())).to.deep.equal([1, 1n]);
    });
  });
});
