import { readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { request } from "node:https";
import type { TLSSocket } from "node:tls";
import { expect } from "chai";
import type { TlsFiles } from "../../src/rpc/tls-files.js";
import { expireCertificate, makeCertificateDirectory, writeCertificate } from "./support/certificate.js";
import { RawSocket } from "./support/raw-socket.js";
import { ask } from "./support/http.js";
import { startRpc } from "./support/rpc-harness.js";
import { skipWithout } from "../support/skip.js";

interface SecureAnswer {
  readonly text: string;
  /** The name in the certificate that the server showed. */
  readonly commonName: string;
}

/** One exchange over HTTPS that trusts only this certificate. */
async function askSecurely(url: string, ca: Buffer): Promise<SecureAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}/ping`, { ca, agent: false }, (response) => {
      const certificate = (response.socket as TLSSocket).getPeerCertificate();
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
      });
      response.on("end", () => resolve({ text, commonName: String(certificate.subject.CN) }));
    });
    outgoing.on("error", reject).end();
  });
}

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail("It did not fail. "),
    (error: unknown) => error,
  );
}

describe("HTTPS", () => {
  let directory: string;
  let tls: TlsFiles;
  before(async function () {
    skipWithout(this, "openssl");
    directory = await makeCertificateDirectory();
    tls = await writeCertificate(directory, "first.example.org");
  });
  after(async () => rm(directory, { recursive: true }));

  it("serves the interface with a certificate, and over plain HTTP on a second port", async () => {
    const { server, url, plainUrl } = await startRpc({ tls, httpPort: 0 });
    expect(url).to.match(/^https:/);
    const answer = await askSecurely(url, readFileSync(tls.certFile));
    expect(answer).to.deep.equal({ text: '{"code":200,"data":[]}', commonName: "first.example.org" });
    expect((await ask(plainUrl, "/ping")).text).to.equal('{"code":200,"data":[]}');
    await server.close(0);
  });

  it("tells a client without TLS that its port serves HTTPS, whatever it sends, in however many pieces", async () => {
    const { server, url } = await startRpc({ tls });
    for (const pieces of [
      ["GET /ping HTTP/1.1\r\nHost: x\r\n\r\n"],
      ["G", "ET / HTTP/1.1\r\n\r\n"],
      ["\0"],
    ]) {
      const socket = await RawSocket.open(url);
      for (const piece of pieces) socket.write(piece);
      await socket.untilClosed();
      expect(socket.received)
        .to.match(/^HTTP\/1\.1 400 /)
        .and.include('"code":"HTTPS_PORT"');
    }
    const answer = await askSecurely(url, readFileSync(tls.certFile));
    expect(answer.text).to.equal('{"code":200,"data":[]}');
    await server.close(0);
  });

  it("replaces the certificate without a pause, and keeps the old one when the new one is invalid", async () => {
    const { server, url } = await startRpc({ tls });
    await writeCertificate(directory, "second.example.org");
    await server.reloadTls();
    const second = readFileSync(tls.certFile);
    expect((await askSecurely(url, second)).commonName).to.equal("second.example.org");
    await writeFile(tls.certFile, "rubbish");
    expect(await failureOf(server.reloadTls())).to.include({ code: "TLS_FILES", kind: "local" });
    expect((await askSecurely(url, second)).commonName).to.equal("second.example.org");
    await server.close(0);
  });

  it("says until when its certificate is valid, also when that is over", async () => {
    const DAY_MS = 86_400_000;
    const files = await writeCertificate(directory, "fifth.example.org");
    const { server } = await startRpc({ tls: files });
    const endMs = (): number => (server.certificateEndUs ?? 0) / 1000;
    expect(endMs() - Date.now()).to.be.within(DAY_MS / 2, DAY_MS);
    await expireCertificate(files);
    await server.reloadTls();
    expect(endMs() - Date.now()).to.be.within(-2 * DAY_MS, -DAY_MS / 2);
    await server.close(0);
    expect((await startRpc({})).server.certificateEndUs).to.equal(null);
  });

  it("does not start with files that are missing or do not belong together", async () => {
    const missing = { certFile: `${directory}/none.pem`, keyFile: `${directory}/none.pem` };
    expect(await failureOf(startRpc({ tls: missing }))).to.include({ code: "TLS_FILES", kind: "local" });
    const { certFile } = await writeCertificate(directory, "third.example.org");
    const third = readFileSync(certFile);
    const { keyFile } = await writeCertificate(directory, "fourth.example.org");
    await writeFile(certFile, third);
    expect(await failureOf(startRpc({ tls: { certFile, keyFile } }))).to.include({ code: "TLS_FILES" });
  });
});
