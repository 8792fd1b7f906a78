import { expect } from "chai";
import { gzipSync } from "node:zlib";
import { createServer, type RequestListener, type Server } from "node:http";
import { createHttpConnect, isPeerAddress } from "../../../src/peers/transport/http-connect.js";
import { expectRejection } from "../../support/expect-rejection.js";
import { listenLocally } from "../../support/listen-locally.js";

function packed(text: string, encoding = "gzip"): RequestListener {
  return (_, response) => void response.writeHead(200, { "content-encoding": encoding }).end(gzipSync(text));
}

describe("Reaching a peer over HTTP (PROTOCOL 12.4, 12.6)", () => {
  const servers: Server[] = [];

  async function serve(listener: RequestListener): Promise<number> {
    const server = createServer(listener);
    servers.push(server);
    return listenLocally(server);
  }

  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
  });

  it("connects to the address that was checked, and names the host", async () => {
    const seen: (string | undefined)[] = [];
    const port = await serve((request, response) => {
      seen.push(request.headers.host);
      response.end('{"code":200,"data":[]}');
    });
    const names: string[] = [];
    const connect = createHttpConnect({
      allowPrivate: true,
      resolve: async (name) => {
        names.push(name);
        return ["127.0.0.1"];
      },
    });
    await connect(`node.example.org:${port}`).ping();
    expect(seen).to.deep.equal([`node.example.org:${port}`]);
    expect(names).to.deep.equal(["node.example.org"]);
  });

  it("does not connect to a private address, written or resolved", async () => {
    let asked = 0;
    const port = await serve((_request, response) => {
      asked += 1;
      response.end('{"code":200,"data":[]}');
    });
    const connect = createHttpConnect({ allowPrivate: false, resolve: async () => ["127.0.0.1", "::1"] });
    await expectRejection(connect(`127.0.0.1:${port}`).ping(), "PEER_ADDRESS", "refused");
    await expectRejection(connect(`2130706433:${port}`).ping(), "PEER_ADDRESS", "refused");
    await expectRejection(connect(`node.example.org:${port}`).ping(), "PEER_ADDRESS", "refused");
    expect(asked).to.equal(0);
  });

  it("checks each answer of a name that changes, and connects nowhere when the name leads to a private address", async () => {
    let asked = 0;
    const port = await serve((_request, response) => {
      asked += 1;
      response.end('{"code":200,"data":[]}');
    });
    const answers = [["127.0.0.1"], ["0.0.0.0"], ["::", "224.0.0.1"], ["127.0.0.1"]];
    const connect = createHttpConnect({ allowPrivate: true, resolve: async () => answers.shift() ?? [] });
    const client = connect(`node.example.org:${port}`);
    await client.ping();
    for (let time = 0; time < 2; time += 1) await expectRejection(client.ping(), "PEER_ADDRESS", "refused");
    await client.ping();
    expect(asked).to.equal(2);
  });

  it("ends a compressed answer that expands to nothing, without end", async () => {
    const emptyBlock = Buffer.from([0, 0, 0, 0xff, 0xff]);
    const blocks = Buffer.concat(Array.from({ length: 10_000 }, () => emptyBlock));
    const port = await serve((_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).write(gzipSync("").subarray(0, 10));
      const pour = (): void => {
        while (!response.destroyed && response.write(blocks));
      };
      response.on("drain", pour);
      pour();
    });
    const peer = createHttpConnect({ allowPrivate: true, maxBytes: 1_000_000 })(`127.0.0.1:${port}`);
    await expectRejection(peer.ping(), "ANSWER_TOO_LARGE", "unreachable");
  });

  it("does not follow a redirect", async () => {
    let asked = 0;
    const port = await serve((_request, response) => {
      asked += 1;
      response.writeHead(307, { location: "/elsewhere" }).end();
    });
    const peer = createHttpConnect({ allowPrivate: true })(`127.0.0.1:${port}`);
    await expectRejection(peer.ping(), "NOT_A_NODE", "unreachable");
    expect(asked).to.equal(1);
  });

  it("says when a part of an answer has arrived, before the rest is sent", async () => {
    let sendRest = (): void => undefined;
    const port = await serve((_, response) => {
      response.write('{"code":200,');
      sendRest = () => void response.end('"data":[]}');
    });
    let pieces = 0;
    const onPiece = (): void => {
      pieces += 1;
      sendRest();
    };
    await createHttpConnect({ allowPrivate: true })(`127.0.0.1:${port}`, { onPiece }).ping();
    expect(pieces).to.equal(2);
  });

  it("reads no more of an answer than its limit", async () => {
    const port = await serve((_request, response) => void response.end(`"${"x".repeat(2000)}"`));
    const peer = createHttpConnect({ allowPrivate: true, maxBytes: 1000 })(`127.0.0.1:${port}`);
    await expectRejection(peer.ping(), "ANSWER_TOO_LARGE", "unreachable");
  });

  it("asks for compressed answers, and reads no more of what they expand to than the limit", async () => {
    let accepted: string | undefined;
    const answer = packed('{"code":200,"data":[]}');
    const port = await serve((request, response) => {
      accepted = request.headers["accept-encoding"] as string;
      answer(request, response);
    });
    await createHttpConnect({ allowPrivate: true })(`127.0.0.1:${port}`).ping();
    expect(accepted).to.equal("gzip");
    const bomb = await serve(packed(`"${"x".repeat(10_000_000)}"`));
    const peer = createHttpConnect({ allowPrivate: true })(`127.0.0.1:${bomb}`);
    await expectRejection(peer.ping(), "ANSWER_TOO_LARGE", "unreachable");
    const damaged = await serve((_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end("no gzip");
    });
    const other = createHttpConnect({ allowPrivate: true })(`127.0.0.1:${damaged}`);
    await expectRejection(other.ping(), "UNREACHABLE", "unreachable");
  });

  const rubbish: readonly (readonly [string, RequestListener])[] = [
    ["an answer that is nested too deeply", (_, response) => void response.end("[".repeat(100_000))],
    ["an answer that is not UTF-8", (_, response) => void response.end(Buffer.from([0x22, 0xff, 0x22]))],
    ["a compressed answer of a coding that was not asked for", packed('{"code":200,"data":[]}', "deflate")],
    ["an HTML page", (_, response) => void response.end("<html>It works</html>")],
    ["an empty answer", (_, response) => void response.end()],
  ];
  for (const [what, listener] of rubbish) {
    it(`refuses ${what}`, async () => {
      const port = await serve(listener);
      const peer = createHttpConnect({ allowPrivate: true })(`127.0.0.1:${port}`);
      await expectRejection(peer.ping(), "NOT_A_NODE", "unreachable");
    });
  }

  it("tells the failure of a proxy from that of a server that is no node", async () => {
    for (const status of [502, 503, 504]) {
      const port = await serve(
        (_, response) => void response.writeHead(status).end("<html>Bad gateway</html>"),
      );
      const peer = createHttpConnect({ allowPrivate: true })(`127.0.0.1:${port}`);
      await expectRejection(peer.ping(), "PROXY_WITHOUT_NODE", "unreachable");
    }
  });

  it("reads no more of the headers than their limit", async () => {
    const port = await serve((_, response) => {
      response.socket?.write("HTTP/1.1 200 OK\r\n");
      response.socket?.write(`x: ${"y".repeat(100_000)}\r\n`);
    });
    const peer = createHttpConnect({ allowPrivate: true })(`127.0.0.1:${port}`);
    await expectRejection(peer.ping(), "UNREACHABLE", "unreachable");
  });

  it("limits the answer of each operation", async () => {
    const port = await serve((_, response) => void response.end(`"${"x".repeat(1024 * 1024)}"`));
    const peer = createHttpConnect({ allowPrivate: true })(`127.0.0.1:${port}`);
    await expectRejection(peer.peer(), "ANSWER_TOO_LARGE", "unreachable");
    await expectRejection(peer.round(), "ANSWER_TOO_LARGE", "unreachable");
    // Blocks and pools may be longer: this answer fails by its form.
    await expectRejection(peer.getBlock(), "NOT_A_NODE", "unreachable");
    await expectRejection(peer.broadcast(), "NOT_A_NODE", "unreachable");
  });

  it("reuses a connection, and opens another one when the peer has closed it", async () => {
    let connections = 0;
    const port = await serve((_, response) => void response.end('{"code":200,"data":[]}'));
    const server = servers.at(-1);
    server?.on("connection", () => (connections += 1));
    const peer = createHttpConnect({ allowPrivate: true })(`127.0.0.1:${port}`);
    for (let call = 0; call < 3; call += 1) await peer.ping();
    expect(connections).to.equal(1);
    server?.closeAllConnections();
    await peer.ping();
    expect(connections).to.equal(2);
  });

  it("waits no longer than the timeout, even for an answer that has begun", async () => {
    const port = await serve((_request, response) => void response.write('{"code":200'));
    const peer = createHttpConnect({ allowPrivate: true, timeoutMs: 50 })(`127.0.0.1:${port}`);
    await expectRejection(peer.ping(), "TIMEOUT", "unreachable");
  });

  it("reports a host that does not answer, and a name without an address", async () => {
    const connect = createHttpConnect({
      allowPrivate: true,
      resolve: async () => {
        throw new Error("no such name");
      },
    });
    await expectRejection(connect("127.0.0.1:1").ping(), "UNREACHABLE", "unreachable");
    await expectRejection(connect("node.example.org").ping(), "UNREACHABLE", "unreachable");
  });

  it("keeps every digit of an integer", async () => {
    const port = await serve(
      (_request, response) => void response.end('{"code":200,"data":9007199254740993}'),
    );
    const peer = createHttpConnect({ allowPrivate: true })(`127.0.0.1:${port}`);
    expect(await peer.call("Info", new Map())).to.equal(9007199254740993n);
  });
});

const PRIVATE_IPV4 = `10.1.2.3 100.64.0.1 100.127.255.255 127.0.0.1 127.8.8.8 169.254.169.254 172.16.0.1
  172.31.255.255 192.168.1.1 192.0.0.1 198.18.0.1 203.0.113.9`;
const PRIVATE_IPV6 = `::1 fc00::1 fd12::1 fe80::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1 64:ff9b::7f00:1 2001::1
  2001:db8::1 2002:7f00:1::1 64:ff9b:1::1 fec0::1 100::1 3fff::1 ::ffff:169.254.169.254 ::ffff:100.64.0.1`;
const NOWHERE = [
  "0.0.0.0",
  "0.1.2.3",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "ff02::1",
  "::ffff:0.0.0.0",
  "::ffff:224.0.0.1",
];
const PUBLIC = ["1.1.1.1", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "2606:4700::1111"];

describe("Where a peer may be (PROTOCOL 12.4)", () => {
  for (const address of PUBLIC)
    it(`may be at ${address}`, () => expect(isPeerAddress(address, false)).to.equal(true));

  for (const address of `${PRIVATE_IPV4} ${PRIVATE_IPV6}`.split(/\s+/)) {
    it(`may be at ${address} in a private network only`, () => {
      expect([isPeerAddress(address, false), isPeerAddress(address, true)]).to.deep.equal([false, true]);
    });
  }

  for (const address of NOWHERE) {
    it(`is never at ${address}`, () => {
      expect([isPeerAddress(address, false), isPeerAddress(address, true)]).to.deep.equal([false, false]);
    });
  }
});
