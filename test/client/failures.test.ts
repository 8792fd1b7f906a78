import { expect } from "chai";
import { createClient, objectToValue, signTransaction } from "../../src/client/index.js";
import type { Client } from "../../src/client/index.js";
import { mapIn } from "../support/vectors.js";
import { recordedBody } from "./recorded.js";
import { ScriptedNode, dataAnswer, refusal } from "./scripted-node.js";

const PRIVATE_KEY = "a745fbb3860f243293a66a5fcadf70efc1fa5fa5f0254b3100057e753ef0d9bb";

describe("the client's failures", () => {
  const node = new ScriptedNode();
  let client: Client;
  before(async () => {
    client = createClient({ url: await node.listen(), retryDelayMs: 1, timeoutMs: 60_000 });
  });
  after(async () => node.close());

  async function failureOf(
    answer: Promise<unknown>,
  ): Promise<{ code: string; kind: string; message: string }> {
    try {
      await answer;
    } catch (error) {
      const { code, kind, message } = error as { code: string; kind: string; message: string };
      return { code, kind, message };
    }
    throw new Error("It did not fail. ");
  }

  it("reports a refusal by the chain with the node's exact message, from this node and from 2.1", async () => {
    const message = "You can't send more than what you have. ";
    node.script(refusal(400, message), { status: 999, body: recordedBody("over balance") });
    const refused = { code: "NODE_REFUSED", kind: "refused", message };
    expect(await failureOf(client.blockCount())).to.deep.equal(refused);
    expect(await failureOf(client.blockCount())).to.deep.equal(refused);
  });

  it("distinguishes a missing contract or request from other refusals", async () => {
    for (const [message, code] of [
      ["There is no contract code: 00 Nope", "CONTRACT_MISSING"],
      ["There is no request code: Nope ", "REQUEST_MISSING"],
    ] as const) {
      node.script(refusal(400, message));
      expect(await failureOf(client.blockCount())).to.deep.equal({ code, kind: "not-found", message });
    }
  });

  it("follows no redirection of a node to another address", async () => {
    node.script({ status: 307, body: "", location: "/other" }, dataAnswer(`"ok"`));
    expect(await failureOf(client.ping())).to.include({ code: "NOT_A_NODE" });
    expect(node.received).to.have.length(1);
  });

  it("distinguishes not found and too many from a refusal (PROTOCOL 13.4)", async () => {
    node.script(refusal(404, "Api not found. Please check request uri. "));
    expect(await failureOf(client.ping())).to.deep.equal({
      code: "NODE_NOT_FOUND",
      kind: "not-found",
      message: "The node has no operation Ping.",
    });
    node.script(refusal(429, "Too many requests. "));
    expect(await failureOf(client.ping())).to.include({ code: "NODE_BUSY", kind: "busy" });
    expect(node.received).to.have.length(3);
  });

  it("takes over the code and the details of a node's error, but neither its kind nor its advice", async () => {
    const error = { code: "KEY_UNKNOWN", kind: "local", advice: "Run this.", details: { key: "a" } };
    const body = JSON.stringify({ code: 999, status: "fail", msg: "No. ", error });
    node.script({ status: 400, body });
    try {
      await client.blockCount();
      expect.fail("The node refused. ");
    } catch (failure) {
      expect(failure).to.include({ code: "KEY_UNKNOWN", kind: "refused", message: "No. " });
      expect(failure).to.have.property("advice", undefined);
      expect(failure).to.have.nested.property("details.key", "a");
    }
  });

  it("repeats a read without an answer, but never a transaction", async () => {
    node.script({ hangUp: true }, refusal(503, "The node is starting. "), dataAnswer("5"));
    expect(await client.blockCount()).to.equal(5);
    node.script({ hangUp: true }, dataAnswer('"Transaction is added: x"'));
    const transaction = mapIn(objectToValue({ type: "Send", timestamp: 1n }));
    const failure = await failureOf(client.signAndSend(transaction, PRIVATE_KEY));
    expect(failure).to.include({ code: "UNREACHABLE", kind: "unreachable" });
    expect(node.received).to.have.length(1);
  });

  it("waits as long as a busy node asks (Retry-After), unless that exceeds the timeout", async () => {
    node.script({ ...refusal(429, "Too many requests. "), retryAfter: "1" }, dataAnswer("5"));
    const started = performance.now();
    expect(await client.blockCount()).to.equal(5);
    // A repetition is never early, however busy the machine is.
    expect(performance.now() - started).to.be.at.least(990);
    node.script({ ...refusal(429, "Too many requests. "), retryAfter: "3600" }, dataAnswer("5"));
    expect(await failureOf(client.blockCount())).to.include({ code: "NODE_BUSY" });
    expect(node.received).to.have.length(1);
  });

  it("gives up on a node that does not answer in time", async () => {
    node.script({ silent: true });
    const impatient = createClient({ url: client.url, timeoutMs: 20, retries: 0 });
    const failure = await failureOf(impatient.ping());
    expect(failure).to.deep.equal({
      code: "TIMEOUT",
      kind: "unreachable",
      message: `The node at ${client.url} did not answer within 20 ms.`,
    });
  });

  it("gives a node that waits for a block the time to wait, beside its own timeout", async () => {
    const impatient = createClient({ url: client.url, timeoutMs: 100, retries: 0 });
    const transaction = objectToValue({ type: "Send", timestamp: 1n });
    const signed = signTransaction(mapIn(transaction), PRIVATE_KEY);
    const body = '{"code":200,"data":"","fate":{"state":"committed","height":5,"fee":null}}';
    node.script({ body, delayMs: 400 });
    expect(await impatient.sendAndWait(signed)).to.include({ state: "committed", height: 5 });
    expect(node.received[0]?.body).to.include('"wait":30000');
    expect(await impatient.sendAndWait(signed, 20_000)).to.include({ state: "committed" });
    expect(await failureOf(impatient.sendAndWait(signed, 0))).to.include({ code: "TIMEOUT" });
  });

  it("reads no further than the longest answer, and asks no second time", async () => {
    node.script({ isEndless: true });
    const bounded = createClient({ url: client.url, timeoutMs: 60_000, maxAnswerBytes: 1_000_000 });
    expect(await failureOf(bounded.info())).to.deep.equal({
      code: "ANSWER_TOO_LARGE",
      kind: "unreachable",
      message: "The answer of the node is larger than 1000000 bytes.",
    });
    const events = bounded.events();
    expect(await failureOf(events.next())).to.include({ code: "ANSWER_TOO_LARGE" });
    expect(node.received).to.have.length(2);
    node.script(dataAnswer(`"${"é".repeat(200_000)}"`));
    expect(await bounded.request(new Map([["type", "Any"]]))).to.equal("é".repeat(200_000));
  });

  it("names a plain object that stands for a map", async () => {
    const plain = { type: "Send", timestamp: 1n } as never;
    expect(() => signTransaction(plain, PRIVATE_KEY))
      .to.throw()
      .with.property("code", "PLAIN_OBJECT");
    node.script(dataAnswer("5"));
    for (const answer of [
      client.signAndSend(plain, PRIVATE_KEY),
      client.request(plain),
      client.request(new Map([["type", [plain]]])),
      client.call("Ping", plain),
    ])
      expect(await failureOf(answer)).to.include({ code: "PLAIN_OBJECT", kind: "usage" });
    expect(node.received).to.have.length(0);
  });

  it("reports an answer that is not a node's", async () => {
    for (const body of ["<html></html>", "[]", '{"data":5}', '{"code":"200"}', ""]) {
      node.script({ body });
      expect(await failureOf(client.ping()), body).to.include({
        code: "NOT_A_NODE",
        kind: "unreachable",
      });
    }
  });

  it("repeats a question that a proxy answers while the node behind it starts again", async () => {
    const gone = { status: 502, body: "<html>Bad gateway</html>" };
    node.script(gone, dataAnswer("5"));
    expect(await client.blockCount()).to.equal(5);
    node.script(gone, gone, gone);
    expect(await failureOf(client.ping())).to.include({ code: "PROXY_WITHOUT_NODE", kind: "unreachable" });
  });

  it("names the member of the wrong type", async () => {
    node.script(dataAnswer('{"balance":1}'));
    expect((await failureOf(client.getResource("x"))).message).to.equal(
      "Invalid answer of the node: data.resource is not text.",
    );
    node.script(dataAnswer("9007199254740993"));
    expect((await failureOf(client.blockCount())).message).to.equal(
      "Invalid answer of the node: data is not a safe integer.",
    );
  });

  it("reports that no node answers, with the address", async () => {
    const unreachable = createClient({ url: "http://127.0.0.1:1/", retries: 0 });
    expect(await failureOf(unreachable.ping())).to.deep.equal({
      code: "UNREACHABLE",
      kind: "unreachable",
      message: "No node answers at http://127.0.0.1:1: bad port.",
    });
  });

  it("reports a server that does not speak HTTPS", async () => {
    const secure = createClient({ url: client.url.replace("http:", "https:"), retries: 0 });
    expect(await failureOf(secure.ping())).to.include({ code: "NOT_HTTPS", kind: "unreachable" });
  });

  it("refuses an invalid address", () => {
    for (const url of [
      "",
      "localhost:9900",
      "ftp://127.0.0.1",
      "http://",
      "http:127.0.0.1",
      "http://x:99999",
    ]) {
      expect(() => createClient({ url }), url).to.throw("Invalid node address");
    }
  });
});
