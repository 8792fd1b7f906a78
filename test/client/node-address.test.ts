import { expect } from "chai";
import { ChainError, createClient } from "../../src/client/index.js";
import { readNodeAddress } from "../../src/client/node-address.js";
import { normalizeHost } from "../../src/peers/transport/host.js";
import { ScriptedNode, dataAnswer, refusal } from "./scripted-node.js";

const SECRET = "s3cret";

/** Everything that an error shows: its sentence, its details, its causes. */
function shown(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const details = error instanceof ChainError ? JSON.stringify([error.details, error.advice]) : "";
  return `${error.message} ${details} ${error.cause === undefined ? "" : shown(error.cause)}`;
}

describe("a node's address with credentials", () => {
  const node = new ScriptedNode();
  let url: string;
  before(async () => {
    url = await node.listen();
  });
  after(async () => node.close());

  const withCredentials = (credentials: string): string => url.replace("//", `//${credentials}@`);

  it("sends them as Basic authorization (RFC 7617), with percent escapes decoded", async () => {
    node.script(dataAnswer("[]"));
    for (const [credentials, sent] of [
      [`user:${SECRET}`, `user:${SECRET}`],
      ["us%C3%A9r:p%40ss%3A", "usér:p@ss:"],
      ["user", "user:"],
    ] as const) {
      await createClient({ url: withCredentials(credentials) }).ping();
      expect(node.received.at(-1)?.authorization).to.equal(`Basic ${Buffer.from(sent).toString("base64")}`);
    }
    await createClient({ url }).ping();
    expect(node.received.at(-1)?.authorization).to.equal(undefined);
  });

  it("never shows them in the client's address or in a failure", async () => {
    const options = { url: withCredentials(`user:${SECRET}`), retries: 0, timeoutMs: 1000 };
    const client = createClient(options);
    expect(client.url).to.equal(url);
    const answers = [
      refusal(400, "No. "),
      refusal(404, "Api not found. "),
      { body: "<html>" },
      { hangUp: true },
      { silent: true },
    ];
    for (const answer of answers) {
      node.script(answer);
      const failure = await client.ping().then(
        () => expect.fail("It did not fail. "),
        (error: unknown) => shown(error),
      );
      expect(failure).to.include(new URL(url).host).and.not.include(SECRET);
    }
    const elsewhere = createClient({ ...options, url: `https://user:${SECRET}@127.0.0.1:1` });
    await elsewhere.ping().then(
      () => expect.fail("It did not fail. "),
      (error: unknown) => expect(shown(error)).to.not.include(SECRET),
    );
  });

  it("never shows them when the address is invalid", () => {
    for (const wrong of [
      `ftp://user:${SECRET}@x`,
      `user:${SECRET}@x`,
      `http:user:${SECRET}@x`,
      `http:\\\\user:${SECRET}@x`,
      `http://user:${SECRET}@`,
      `http://user:${SECRET}@x:99999`,
      `http://user:${SECRET}%zz@x`,
      `http://a@${SECRET}@x`,
    ]) {
      let failure: unknown;
      try {
        createClient({ url: wrong });
      } catch (error) {
        failure = error;
      }
      expect(failure, wrong).to.include({ code: "NODE_URL", kind: "usage" });
      expect(shown(failure), wrong).to.not.include(SECRET);
    }
  });

  it("is refused as a peer's host, without showing them", () => {
    let failure: unknown;
    try {
      normalizeHost(`https://user:${SECRET}@node.example.org`);
    } catch (error) {
      failure = error;
    }
    expect(failure).to.include({ code: "PEER_HOST" });
    expect(shown(failure)).to.include("node.example.org").and.not.include(SECRET);
  });
});

describe("a node's address", () => {
  it("keeps a path before the operation's, and drops slashes at the end", () => {
    expect(readNodeAddress("https://example.org/node//").url).to.equal("https://example.org/node");
    expect(readNodeAddress("http://[::1]:9900/").url).to.equal("http://[::1]:9900");
  });
});
