import { expect } from "chai";
import { rm } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { memberOf } from "../../src/codec/value.js";
import type { TlsFiles } from "../../src/rpc/tls-files.js";
import { expireCertificate, makeCertificateDirectory, writeCertificate } from "../rpc/support/certificate.js";
import { startDevProcess, useProcess } from "../support/dev-process.js";
import { startServer, type NodeProcess } from "../support/node-process.js";
import { createDatabase, findPostgres, type PostgresServer, type TestDatabase } from "../support/postgres.js";
import { skipWithout } from "../support/skip.js";
import { textIn } from "../support/vectors.js";

const POLL_MS = 50;

describe("A reader with a certificate", () => {
  let server: PostgresServer | undefined;
  let database: TestDatabase | undefined;
  let certificates: string | undefined;
  let files: TlsFiles;
  let reader: NodeProcess | undefined;
  before(async function () {
    skipWithout(this, "openssl");
    server = await findPostgres(this);
    database = await createDatabase(server);
    certificates = await makeCertificateDirectory();
    files = await writeCertificate(certificates, "reader.example.org");
  });
  const dev = useProcess((directory) =>
    startDevProcess(directory, database === undefined ? [] : ["--postgres", database.url]),
  );
  after(async () => {
    await reader?.kill();
    await dev.node.kill();
    await database?.remove();
    await server?.stop();
    if (certificates !== undefined) await rm(certificates, { recursive: true });
  });

  it("reads it again at SIGHUP, and is not ready once it has expired", async () => {
    const places = ["--postgres", database?.url ?? "", "--writer", dev.node.url, "--port", "0"];
    const tls = ["--tls-cert", files.certFile, "--tls-key", files.keyFile];
    const running = await startServer(["reader", ...places, ...tls, "--ops-port", "0"]);
    reader = running;
    const ops = textIn(memberOf(running.banner, "ops"));
    const textOf = async (path: string): Promise<string> => (await fetch(`${ops}${path}`)).text();
    while (!(await textOf("/readyz")).startsWith('{"ready":true,')) await setTimeout(POLL_MS);
    expect(running.log()).to.include('"message":"the certificate expires at ');
    await expireCertificate(files);
    running.process.kill("SIGHUP");
    while (!running.log().includes('"message":"the certificate expired at ')) await setTimeout(POLL_MS);
    expect(await textOf("/readyz")).to.include(
      '"verdict":"not ready: the certificate of the RPC interface expired',
    );
    const [, end] = /^chainnode_certificate_end_seconds (\S+)$/m.exec(await textOf("/metrics")) ?? [];
    expect(Number(end) * 1000).to.be.within(1, Date.now());
    expect(await running.stop()).to.equal(0);
  });
});
