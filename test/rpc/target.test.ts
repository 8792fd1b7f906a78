import { expect } from "chai";
import { ChainError } from "../../src/codec/chain-error.js";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { normalTarget } from "../../src/rpc/target.js";
import { recording } from "./support/recordings.js";
import { RawSocket } from "./support/raw-socket.js";
import { useRpc } from "./support/rpc-harness.js";

const SPELLINGS: readonly string[] = [
  "/sendtransaction",
  "/SendTransaction",
  "/SENDTRANSACTION/",
  "/sendtransaction?x",
  "/sendtransaction?x=%",
  "/sendtransaction#a",
  "/sendtransaction?x#a?b",
  "/sendtransaction/#",
  "///sendtransaction//",
  "http://x/sendtransaction",
  "HTTP://x:80/sendtransaction#a",
  "https://a@x//sendtransaction?b",
  "ws://[::1]:9/sendtransaction/",
];
const OTHERS: readonly string[] = [
  "/./sendtransaction",
  "/a/../sendtransaction",
  "/%73endtransaction",
  "/%53END%54RANSACTION",
  "*",
  "/sendtransaction\u00a0",
  "/sendtransaction%20",
  "/%2573endtransaction",
  "/sendtransaction;a",
  "/sendtransaction%3Fa",
  "/x/sendtransaction",
  "/a/..",
  "http://x/",
  "http://sendtransaction",
  "//sendtransaction",
  "http://[/",
  "/\\sendtransaction",
  "/%2fsendtransaction",
  "/sendtransaction%00",
];

describe("The target of a request (PROTOCOL 13.1)", () => {
  let reason: ChainError | null = null;
  const labels: string[] = [];
  const rpc = useRpc({
    overload: () => reason,
    onAnswered: (operation) => labels.push(operation),
    limits: { connectionsPerAddress: 400 },
  });

  async function statusOf(target: string): Promise<number> {
    const socket = await RawSocket.open(rpc().url);
    const head = `POST ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`;
    socket.write(Buffer.from(head, "latin1"));
    await socket.untilClosed();
    return Number(/^HTTP\/1.1 (\d+)/.exec(socket.received)?.[1]);
  }

  beforeEach(() => {
    reason = null;
    labels.length = 0;
  });

  for (const target of SPELLINGS)
    it(`is the operation for the overload gate, the router and the metrics when written ${JSON.stringify(target)}`, async () => {
      expect(await statusOf(target)).to.equal(400);
      reason = new ChainError("SUBMISSIONS_FULL", "Too many at once. ", { kind: "busy" });
      expect(await statusOf(target)).to.equal(429);
      expect(labels).to.deep.equal(["SendTransaction", "SendTransaction"]);
    });

  for (const target of OTHERS)
    it(`is another path for all of them when written ${JSON.stringify(target)}`, async () => {
      const status = await statusOf(target);
      reason = new ChainError("SUBMISSIONS_FULL", "Too many at once. ", { kind: "busy" });
      expect(await statusOf(target))
        .to.equal(status)
        .and.to.be.oneOf([200, 400, 404]);
      expect(labels).to.deep.equal([]);
    });

  it("has an authority after two slashes, as the recorded node has (GET //ping)", async () => {
    const { answer } = recording("GET //ping");
    const socket = await RawSocket.open(rpc().url);
    socket.write("GET //ping HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    await socket.untilClosed();
    expect(socket.received.split("\r\n\r\n")[1]).to.equal(canonicalJson(answer));
  });

  it("has one form: a second look changes nothing", () => {
    for (const target of [...SPELLINGS, ...OTHERS, "*", "", "a", "http://x", "/%41?%41"]) {
      const normal = normalTarget(target);
      expect(normalTarget(normal), target).to.equal(normal);
      expect(normal, target).to.match(/^\/(?!\/)[^#]*$/);
    }
  });

  it("keeps the query, which holds JSON as it is written", () => {
    const query = '?a={"b":"/../%41//"}&c=d?e';
    expect(normalTarget(`http://x/Request${query}#f`)).to.equal(`/Request${query}`);
  });
});
