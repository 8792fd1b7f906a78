import { expect } from "chai";
import type { Client } from "../../../src/client/create-client.js";
import { isMap, type Value, type ValueList } from "../../../src/codec/value.js";
import { systemClock } from "../../../src/base/clock/system-clock.js";
import { SyncPeers } from "../../../src/peers/sync/sync-peers.js";
import { fetchAhead } from "../../../src/peers/sync/fetch-ahead.js";
import { createHttpConnect } from "../../../src/peers/transport/http-connect.js";
import type { Peer } from "../../../src/peers/tracking/peer-table.js";
import { MAIN_CHAIN } from "../../../src/peers/sync/served-chain.js";
import { answerWith, BlockServers, honestly, type BlockAnswerer } from "../../support/block-server.js";
import { expectRejection } from "../../support/expect-rejection.js";
import { listIn, readVector } from "../../support/vectors.js";

const WINDOW = 10;
const LAST = 81;
/** The timeout of a call to a peer that answers, which may take long on a busy machine. */
const CALL_MS = 60_000;
/** The timeout of a call to a peer that never answers. */
const LOST_CALL_MS = 200;
const MAX_ANSWER_BYTES = 1_000_000;

interface Outcome {
  readonly heights: readonly number[];
  /** The reasons, by host. */
  readonly dismissed: ReadonlyMap<string, string>;
  readonly givers: ReadonlySet<string>;
}

describe("Blocks fetched ahead from several peers (PROTOCOL 11.2, 11.5)", () => {
  const servers = new BlockServers(listIn(readVector("chain/main.json")), WINDOW);
  afterEach(() => servers.close());

  /** Fetches the recorded chain; the first host is the lead. Calls to the lost host end soon. */
  async function fetchFrom(hosts: readonly string[], lost?: string): Promise<Outcome> {
    const limits = { allowPrivate: true, maxBytes: MAX_ANSWER_BYTES };
    const patient = createHttpConnect({ ...limits, timeoutMs: CALL_MS });
    const impatient = createHttpConnect({ ...limits, timeoutMs: LOST_CALL_MS });
    const connect = (host: string): Client => (host === lost ? impatient : patient)(host);
    const dismissed = new Map<string, string>();
    const [lead, ...others] = hosts.map((host): Peer => ({ host, address: host }));
    if (lead === undefined) throw new Error("A sync needs a lead. ");
    const peers = new SyncPeers(lead, {
      clock: systemClock,
      clientOf: ({ host }) => connect(host),
      onDismiss: ({ host }, { code }) => dismissed.set(host, code),
    });
    for (const peer of others) peers.join(peer);
    const range = { from: 1, to: LAST, previous_blockhash: "" };
    const heights: number[] = [];
    const givers = new Set<string>();
    const onArrival = (blocks: readonly unknown[], { host }: Peer): void => {
      if (blocks.length > 0) givers.add(host);
    };
    for await (const { height } of fetchAhead(MAIN_CHAIN, range, { peers, onArrival, clock: systemClock }))
      heights.push(height);
    return { heights, dismissed, givers };
  }
  const all = Array.from({ length: LAST }, (_, index) => index + 1);

  it("arrive in order, from all peers", async () => {
    const hosts = [await servers.open(honestly), await servers.open(honestly), await servers.open(honestly)];
    const { heights, dismissed, givers } = await fetchFrom(hosts);
    expect(heights).to.deep.equal(all);
    expect([...givers].sort()).to.deep.equal(hosts.toSorted());
    expect(dismissed.size).to.equal(0);
  });

  it("arrive one by one when a window is too long for an answer", async () => {
    const lead = await servers.open((call) => {
      if (call.type === "GetBlocks" && call.isFull) call.response.end(`"${"x".repeat(MAX_ANSWER_BYTES)}"`);
      else honestly(call);
    });
    const { heights, dismissed } = await fetchFrom([lead]);
    expect(heights).to.deep.equal(all);
    expect(dismissed.size).to.equal(0);
  });

  it("are asked for one by one only in their turn, since each may be long", async () => {
    const asked: number[] = [];
    const lead = await servers.open((call) => {
      if (call.type === "GetBlock") asked.push(call.target);
      if (call.type === "GetBlocks" && call.isFull) answerWith(call.response, []);
      else honestly(call);
    });
    const client = createHttpConnect({ allowPrivate: true, timeoutMs: CALL_MS })(lead);
    const peers = new SyncPeers(
      { host: lead, address: lead },
      { clock: systemClock, clientOf: () => client, onDismiss: () => undefined },
    );
    // The last block is a window by itself.
    const range = { from: 1, to: LAST - 1, previous_blockhash: "" };
    const options = { peers, onArrival: () => undefined, clock: systemClock };
    for await (const { height } of fetchAhead(MAIN_CHAIN, range, options))
      expect(asked.at(-1)).to.equal(height);
    expect(asked).to.deep.equal(all.slice(0, -1));
  });

  it("end where the lead has no more, and where its chain has changed", async () => {
    const shorter = await servers.open((call) =>
      answerWith(
        call.response,
        (call.honest as ValueList).filter((block) => heightOf(block) <= 37),
      ),
    );
    expect((await fetchFrom([shorter])).heights).to.deep.equal(all.slice(0, 37));
    const moved = await servers.open((call) => {
      if (call.isFull || call.target <= WINDOW) honestly(call);
      else answerWith(call.response, withMember(call.honest, 0, "previous_blockhash", "0".repeat(78)));
    });
    expect((await fetchFrom([moved])).heights).to.deep.equal(all.slice(0, WINDOW));
  });

  it("are refused when the lead's summaries are not consecutive", async () => {
    const lead = await servers.open((call) => {
      if (call.isFull) honestly(call);
      else answerWith(call.response, withMember(call.honest, 3, "height", 99n));
    });
    await expectRejection(fetchFrom([lead]), "PEER_BLOCKS", "refused");
  });

  it("are refused when the lead's summaries name impossible blocks", async () => {
    for (const [name, value] of [
      ["transaction_count", 2049n],
      ["transaction_count", -1n],
      ["height", 3n],
      ["previous_blockhash", "0".repeat(78)],
    ] as const) {
      const lead = await servers.open((call) => {
        if (call.isFull) honestly(call);
        else answerWith(call.response, withMember(call.honest, 3, name, value));
      });
      await expectRejection(fetchFrom([lead]), "PEER_BLOCKS", "refused");
    }
  });

  /** What one of several peers does wrong when it is asked for full blocks, and the code of its failure. */
  const liars: readonly (readonly [string, string, BlockAnswerer])[] = [
    [
      "gives another block than the longest chain has",
      "PEER_BRANCH",
      ({ response, honest }) => answerWith(response, withMember(honest, 4, "blockhash", "0".repeat(78))),
    ],
    [
      "gives blocks in the wrong order",
      "PEER_BLOCKS",
      ({ response, honest }) => answerWith(response, (honest as ValueList).toReversed()),
    ],
    [
      "gives a block that follows another one",
      "PEER_BLOCKS",
      ({ response, honest }) =>
        answerWith(response, withMember(honest, 2, "previous_blockhash", "0".repeat(78))),
    ],
    [
      "gives something other than a block",
      "RECORD_MALFORMED",
      ({ response, honest }) => answerWith(response, withMember(honest, 0, "seal", 1n)),
    ],
    [
      "gives no blocks",
      "PEER_BLOCKS_MISSING",
      (call) => answerWith(call.response, call.type === "GetBlocks" ? [] : new Map([["height", 0n]])),
    ],
    ["does not answer", "TIMEOUT", () => undefined],
    ["gives its answer a byte at a time", "TIMEOUT", ({ response }) => trickle(response)],
    [
      "gives an answer without an end",
      "ANSWER_TOO_LARGE",
      ({ response }) => void response.end(`"${"x".repeat(MAX_ANSWER_BYTES)}"`),
    ],
    ["closes the connection", "UNREACHABLE", ({ response }) => void response.destroy()],
    [
      "closes the connection in the middle of its answer",
      "UNREACHABLE",
      ({ response }) => {
        response.write('{"code":200,');
        setImmediate(() => response.destroy());
      },
    ],
    [
      "redirects",
      "NOT_A_NODE",
      ({ response }) => void response.writeHead(307, { location: "http://127.0.0.1:1/" }).end(),
    ],
    [
      "refuses to answer",
      "NODE_BUSY",
      ({ response }) => void response.writeHead(429).end('{"code":429,"status":"fail","msg":"Too many. "}'),
    ],
  ];
  for (const [what, code, answer] of liars) {
    it(`are asked of another peer when one ${what}`, async () => {
      const honest = await servers.open(honestly);
      const liar = await servers.open((call) => (call.isFull ? answer(call) : honestly(call)));
      const { heights, dismissed, givers } = await fetchFrom(
        [honest, liar],
        code === "TIMEOUT" ? liar : undefined,
      );
      expect(heights).to.deep.equal(all);
      expect([...dismissed]).to.deep.equal([[liar, code]]);
      expect([...givers]).to.deep.equal([honest]);
    });
  }

  it("end with an error when every peer fails", async () => {
    const lead = await servers.open((call) => {
      if (call.isFull) call.response.destroy();
      else honestly(call);
    });
    await expectRejection(fetchFrom([lead]), "UNREACHABLE", "unreachable");
  });
});

function heightOf(block: Value): number {
  return isMap(block) ? Number(block.get("height")) : 0;
}

/** The blocks of an answer with a member of one of them replaced; the same for an answer of one block. */
function withMember(answer: Value, index: number, name: string, value: Value): Value {
  if (isMap(answer)) return new Map(answer).set(name, value);
  return (answer as ValueList).map((block, at) =>
    at === index && isMap(block) ? new Map(block).set(name, value) : block,
  );
}

function trickle(response: { write(text: string): boolean; readonly destroyed: boolean }): void {
  if (response.destroyed) return;
  response.write(" ");
  setTimeout(() => trickle(response), 20);
}
