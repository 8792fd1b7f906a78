import { expect } from "chai";
import { rm } from "node:fs/promises";
import { namedDevAccounts } from "../../../src/data/dev-network.js";
import { placeToId } from "../../../src/records/event-place.js";
import { copyDatabase } from "../../../src/store/sqlite/open.js";
import {
  sqliteDatabase,
  startReader,
  startWriter,
  type ServedReader,
  type Writer,
} from "../../support/reader-pair.js";
import { askServer } from "../../support/reader-comparison.js";

const [ALICE, BOB] = namedDevAccounts().map(({ address }) => address);

describe("a reader beside a node that writes", () => {
  let writer: Writer;
  let served: ServedReader;

  before(async () => {
    writer = await startWriter();
    served = await startReader({
      databases: [sqliteDatabase(writer.file)],
      writerUrl: writer.url,
      clock: writer.clock,
    });
  });
  after(async () => {
    await served.stop();
    await writer.stop();
  });

  const pay = (amount: number): Promise<string> =>
    writer.send(0, { type: "Send", from: ALICE ?? "", to: BOB ?? "", amount: String(amount) });

  it("shows a client its own writes, with min-height", async () => {
    for (let amount = 1; amount <= 5; amount += 1) {
      const hash = await pay(amount);
      const { height } = writer.node.ledger.tip;
      const target = `/request?min-height=${height}&request=${JSON.stringify({ type: "GetTransaction", target: hash })}`;
      const { status, body } = await askServer(served.url, { kind: "", method: "GET", target });
      expect(status).to.equal(200);
      expect(body).to.include('"amount":"' + String(amount));
    }
  });

  it("passes a sent transaction on, and answers with the node's bytes", async () => {
    for (const [path, body] of [
      ["/sendtransaction", "transaction=%7B%7D"],
      ["/sendrawtransaction", "{}"],
      ["/broadcast", "chain_type=all"],
      ["/Peer", ""],
    ] as const) {
      const request = {
        kind: "",
        method: "POST",
        target: path,
        type: "application/x-www-form-urlencoded",
        body,
      } as const;
      expect(await askServer(served.url, request), path).to.deep.equal(await askServer(writer.url, request));
    }
  });

  it("answers HEAD as GET, without the body, also what it passes on", async () => {
    const statistics = `/statistics?cid=${"0".repeat(64)}`;
    for (const path of ["/info", "/peer", "/overview", statistics, "/unknown", "/sendtransaction"]) {
      const [head, get] = [
        await fetch(served.url + path, { method: "HEAD" }),
        await fetch(served.url + path),
      ];
      const known = await fetch(writer.url + path, { method: "HEAD" });
      expect([head.status, await head.text()], path).to.deep.equal([known.status, ""]);
      if (path !== "/sendtransaction") expect(head.status, path).to.equal(get.status);
      expect(head.headers.get("content-type"), path).to.equal(known.headers.get("content-type"));
    }
  });

  it("refuses a method as the node does", async () => {
    const answer = await fetch(`${served.url}/sendtransaction`, { method: "PUT", body: "x" });
    expect(answer.status).to.equal(405);
  });

  it("answers with the node's fate of a transaction that no block holds", async () => {
    const target = `/request?request=${JSON.stringify({ type: "GetTransaction", target: `${"0".repeat(14)}${"a".repeat(64)}` })}`;
    const request = { kind: "", method: "GET", target } as const;
    expect((await askServer(served.url, request)).body).to.equal((await askServer(writer.url, request)).body);
  });

  it("sends the events of the chains as the node does", async () => {
    const height = writer.node.ledger.tip.height;
    const framesOf = async (url: string): Promise<string> => {
      const ended = new AbortController();
      const { body } = await fetch(`${url}/events?after=0&types=main_block,transaction`, {
        signal: ended.signal,
      });
      let text = "";
      const decoder = new TextDecoder();
      for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
        text += decoder.decode(piece, { stream: true });
        if (text.includes(`"height":${height},`) && text.endsWith("\n\n")) break;
      }
      ended.abort();
      return text.slice(0, text.indexOf(`"height":${height},`));
    };
    expect(await framesOf(served.url)).to.equal(await framesOf(writer.url));
  });

  it("lets a stream wait for the block where its client was, as min-height does", async () => {
    const resource = await writer.store.resourceBlock("last");
    const height = writer.node.ledger.tip.height + 1;
    const id = placeToId({
      // Of another branch: the stream begins with a reset, once it is there.
      main: { height, blockhash: "f".repeat(78) },
      resource: { height: resource?.height ?? 0, blockhash: resource?.blockhash ?? "" },
      fixed: 0,
      transactions: 0,
    });
    const opening = fetch(`${served.url}/events`, { headers: { "last-event-id": id } });
    await pay(2);
    const opened = await opening;
    expect(opened.status).to.equal(200);
    expect(served.reader.moments.tip.height).to.be.at.least(height);
    await opened.body?.cancel();
  });

  it("is not ready while its database lags for too long, and says so in each answer", async () => {
    const file = `${writer.file}.copy`;
    await copyDatabase(writer.file, file, new AbortController().signal);
    const late = await startReader({
      databases: [sqliteDatabase(file, 1)],
      writerUrl: writer.url,
      clock: writer.clock,
      maxLagSeconds: 0,
    });
    try {
      expect(late.reader.health.readiness().isReady).to.equal(true);
      await pay(1);
      while (late.reader.health.readiness().isReady) await new Promise(setImmediate);
      const failed = late.reader.health.readiness().checks.filter(({ isPassed }) => !isPassed);
      expect(failed.map(({ name }) => name)).to.deep.equal(["lag"]);
      const answer = await fetch(`${late.url}/ping`);
      expect(Number(answer.headers.get("chain-lag"))).to.be.greaterThan(0);
      expect(Number(answer.headers.get("chain-height"))).to.equal(writer.node.ledger.tip.height - 1);
      expect(late.reader.metrics.text("1", false)).to.match(/^chainnode_reader_lag_blocks 1$/m);
    } finally {
      await late.stop();
      await rm(file);
    }
  });

  it("gives every moment of the database back, also when clients leave", async () => {
    const asked = Array.from({ length: 20 }, async (_, index) => {
      const ended = new AbortController();
      const target = `${served.url}/request?request=${JSON.stringify({ type: "GetBlocks", target: 1, full: true, x: index })}`;
      const answer = fetch(target, { signal: ended.signal });
      if (index % 2 === 0) ended.abort();
      await answer.then((got) => got.text()).catch(() => undefined);
    });
    await Promise.all(asked);
    while (/^chainnode_reader_moments [^0]/m.test(served.reader.metrics.text("1", false)))
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
  });
});
