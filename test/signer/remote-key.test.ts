import { expect } from "chai";
import { once } from "node:events";
import { rm, stat, writeFile } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { systemClock } from "../../src/base/clock/system-clock.js";
import { silentLog } from "../../src/base/log.js";
import { isSignatureValid } from "../../src/codec/ed25519.js";
import { hashOf, timeHash } from "../../src/codec/hash.js";
import { VolatileSigningMemory } from "../../src/consensus/signing-memory.js";
import { hashSignedRecord, type SignedRecord } from "../../src/records/signed-record.js";
import { readSignerAddress, type SignerAddress } from "../../src/signer/address.js";
import { KeyHolder } from "../../src/signer/key-holder.js";
import { askPublicKey, RemoteKey } from "../../src/signer/remote-key.js";
import { openSignerServer, type SignerServer } from "../../src/signer/signer-server.js";
import { MAX_REQUEST_BYTES } from "../../src/signer/wire.js";
import { makeCertificateDirectory, writeCertificate } from "../rpc/support/certificate.js";
import { expectRejection } from "../support/expect-rejection.js";
import { freePort } from "../support/free-port.js";
import { testKey } from "../support/keys.js";
import { skipWithout } from "../support/skip.js";
import { makeTempDirectory } from "../support/temp-store.js";

const KEY = testKey("signer");
const NO_FILES = { cert: undefined, key: undefined, ca: undefined };

describe("A validator's key in another process", () => {
  let directory: string;
  let address: SignerAddress;
  const ends: (() => unknown)[] = [];

  beforeEach(async () => {
    directory = await makeTempDirectory();
    address = { path: join(directory, "signer.sock") };
  });

  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
    await rm(directory, { recursive: true });
  });

  const openServer = async (
    key = KEY,
    at = address,
    memory = new VolatileSigningMemory(),
  ): Promise<SignerServer> => {
    const holder = new KeyHolder({ ...key, memory, clock: systemClock, log: silentLog });
    const server = await openSignerServer(holder, at, silentLog);
    ends.push(() => server.close());
    return server;
  };
  const openKey = (name = "one", at = address): RemoteKey => {
    const options = { address: at, signer: "here", name, clock: systemClock, log: silentLog };
    const key = new RemoteKey(KEY.publicKey, options);
    ends.push(() => key.close());
    key.start(async () => true);
    return key;
  };
  const record = (name: string): SignedRecord => ({
    kind: "chunk",
    previous_blockhash: timeHash(hashOf("tip"), 1),
    s_timestamp: 1_000_000,
    transactions: [timeHash(hashOf(name), 1)],
  });
  const until = async (isTrue: () => boolean): Promise<void> => {
    while (!isTrue()) await setTimeout(10);
  };

  it("signs through a socket that only its user may open", async () => {
    await openServer();
    const key = openKey();
    await until(() => key.isServing);
    const [signature = ""] = (await key.sign([record("a")])) ?? [];
    expect(isSignatureValid(hashSignedRecord(record("a")), KEY.publicKey, signature)).to.equal(true);
    expect(await key.sign([record("b")])).to.equal(null);
    expect(key.isServing).to.equal(true);
    if (process.platform !== "win32" && "path" in address)
      expect((await stat(address.path)).mode & 0o777).to.equal(0o600);
  });

  it("serves one node, and the next one when the first has ended", async () => {
    await openServer();
    const one = openKey("one");
    await until(() => one.isServing);
    const two = openKey("two");
    await until(() => two.holder === "one");
    expect(await two.sign([record("a")])).to.equal(null);
    one.close();
    await until(() => two.isServing);
    expect(await one.sign([record("a")])).to.equal(null);
  });

  it("is taken once from another node by one that shall take it, as soon as that one wants it", async () => {
    await openServer();
    const one = openKey("one");
    await until(() => one.isServing);
    const options = { address, signer: "here", name: "two", clock: systemClock, log: silentLog };
    const two = new RemoteKey(KEY.publicKey, { ...options, takesLease: true });
    ends.push(() => two.close());
    let isWanted = false;
    two.start(async () => isWanted);
    await until(() => two.holder === "one");
    isWanted = true;
    await until(() => two.isServing && !one.isServing);
    expect(one.problem).to.equal(null);
  });

  it("is missed while the process is away, and found again when it is back", async () => {
    const server = await openServer();
    const key = openKey();
    await until(() => key.isServing);
    await server.close();
    await until(() => key.problem?.code === "SIGNER_UNREACHABLE");
    expect([key.isServing, await key.sign([record("a")])]).to.deep.equal([false, null]);
    await openServer();
    await until(() => key.isServing);
  });

  it("tells why it does not sign, until it signs again", async () => {
    const memory = new VolatileSigningMemory();
    await openServer(KEY, address, memory);
    const key = openKey();
    await until(() => key.isServing);
    const note = memory.note.bind(memory);
    memory.note = async () => {
      throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
    };
    expect(await key.sign([record("a")])).to.equal(null);
    expect(key.problem?.code).to.equal("SIGNER_FAILS");
    expect(key.problem?.message).to.include("No space is left on the disk");
    memory.note = note;
    expect(await key.sign([record("a")])).to.have.length(1);
    expect(key.problem).to.equal(null);
  });

  it("is no key of another validator", async () => {
    await openServer(testKey("another"));
    const key = openKey();
    await until(() => key.problem?.code === "SIGNER_OTHER_KEY");
    expect(key.isServing).to.equal(false);
  });

  /** A signer that answers each request so; `null` is no answer. */
  const openFalseServer = async (answer: (request: string) => string | null): Promise<void> => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on("data", (request: Buffer) => {
        const line = answer(request.toString());
        if (line !== null) socket.write(`${line}\n`);
      });
    }).listen("path" in address ? address.path : "");
    ends.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    await once(server, "listening");
  };

  it("is not waited for when the process takes requests and does not answer", async () => {
    await openFalseServer(() => null);
    const options = { address, signer: "here", name: "one" };
    await expectRejection(askPublicKey(options), "SIGNER_UNREACHABLE", "unavailable");
  });

  const lease = `{"public_key":"${KEY.publicKey}","held":true,"holder":"one","round_key":"","silent_until":0}`;
  for (const [title, answer] of [
    ["a wrong signature", `{"signatures":["${"0".repeat(128)}"]}`],
    ["no signature", '{"signatures":[]}'],
    ["garbage", "\u0000]"],
    ["a list", "[]"],
    ["too much", `"${"x".repeat(20_000)}"`],
    ["what was not asked for", `${lease}\n${lease}`],
  ] as const)
    it(`gives no signature when the process answers with ${title}`, async () => {
      await openFalseServer((request) => (request.startsWith('{"lease"') ? lease : answer));
      const key = openKey();
      await until(() => key.isServing);
      expect(await key.sign([record("a")])).to.equal(null);
      expect([key.isServing, key.problem?.code]).to.deep.equal([false, "SIGNER_UNREACHABLE"]);
    });

  for (const [title, bytes, code] of [
    ["garbage", "\u0000\u0001{]\n", "JSON_SYNTAX"],
    ["a line that never ends", "x".repeat(MAX_REQUEST_BYTES + 1), "SIGNER_REQUEST"],
    ["two requests at once", '{"lease":1}\n{"lease":1}\n', "SIGNER_REQUEST"],
    ["a deep value", `${"[".repeat(100_000)}\n`, "JSON_DEPTH"],
    ["half a request, and leaves", '{"lease"', null],
  ] as const)
    it(`goes on signing when someone else sends ${title}`, async () => {
      await openServer();
      const key = openKey();
      await until(() => key.isServing);
      const stranger = connect("path" in address ? address.path : "");
      stranger.write(bytes);
      if (code === null) stranger.destroy();
      else {
        const [answer] = (await once(stranger, "data")) as [Buffer];
        expect(answer.toString()).to.include(`"code":"${code}"`);
        stranger.destroy();
      }
      expect(await key.sign([record("a")])).to.have.length(1);
    });

  it("takes no address but of a socket, or of TLS with certificates", async () => {
    for (const wrong of [
      "",
      "unix:",
      "http://host:1",
      "tls://host",
      "tls://host:70000",
      `unix:${"x".repeat(200)}`,
    ])
      await expectRejection(readSignerAddress(wrong, NO_FILES, ""), "SIGNER_ADDRESS", "usage");
    await expectRejection(readSignerAddress("tls://host:1", NO_FILES, ""), "SIGNER_FILES", "usage");
    const file = join(directory, "text");
    await writeFile(file, "no certificate");
    const texts = { cert: file, key: file, ca: file };
    await expectRejection(readSignerAddress("tls://host:1", texts, ""), "SIGNER_CERTIFICATE", "local");
    expect(await readSignerAddress("unix:/run/s", NO_FILES, "")).to.deep.equal({ path: "/run/s" });
  });

  it("shows and asks for certificates by TLS", async function () {
    skipWithout(this, "openssl");
    const [server, node, stranger] = await Promise.all(
      ["server", "node", "stranger"].map(async (name) => {
        const certificates = await makeCertificateDirectory();
        ends.push(() => rm(certificates, { recursive: true }));
        return writeCertificate(certificates, name);
      }),
    );
    if (server === undefined || node === undefined || stranger === undefined) throw new RangeError();
    const port = await freePort();
    const at = (own: typeof server, other: typeof server): Promise<SignerAddress> =>
      readSignerAddress(
        `tls://127.0.0.1:${port}`,
        { cert: own.certFile, key: own.keyFile, ca: other.certFile },
        "",
      );
    await openServer(KEY, await at(server, node));
    const key = openKey("one", await at(node, server));
    await until(() => key.isServing);
    expect(await key.sign([record("a")])).to.have.length(1);
    // A certificate that the signer does not know, and a signer whose certificate the node does not know.
    for (const wrong of [await at(stranger, server), await at(node, stranger)]) {
      const refused = openKey("two", wrong);
      await until(() => refused.problem !== null);
      expect(refused.problem?.code).to.equal("SIGNER_UNREACHABLE");
    }
    expect(await key.sign([record("a")])).to.have.length(1);
  });
});
