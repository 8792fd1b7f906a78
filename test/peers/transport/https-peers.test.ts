import { readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:https";
import { createHttpConnect } from "../../../src/peers/transport/http-connect.js";
import { makeCertificateDirectory, writeCertificate } from "../../rpc/support/certificate.js";
import { expectRejection } from "../../support/expect-rejection.js";
import { listenLocally } from "../../support/listen-locally.js";
import { skipWithout } from "../../support/skip.js";

describe("Peers over HTTPS", () => {
  let directory: string;
  let ca: string;
  let server: Server;
  let port: number;

  before(async function () {
    skipWithout(this, "openssl");
    directory = await makeCertificateDirectory();
    // Valid for 127.0.0.1 and for no name.
    const { certFile, keyFile } = await writeCertificate(directory, "a node");
    ca = await readFile(certFile, "utf8");
    server = createServer({ cert: ca, key: await readFile(keyFile) }, (_, response) => {
      response.end('{"code":200,"data":[]}');
    });
    port = await listenLocally(server);
  });
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(directory, { recursive: true });
  });

  it("are reached when their certificate is trusted", async () => {
    const connect = createHttpConnect({ allowPrivate: true, ca });
    await connect(`https://127.0.0.1:${port}`).ping();
  });

  it("are not reached when it is not trusted", async () => {
    const connect = createHttpConnect({ allowPrivate: true });
    await expectRejection(connect(`https://127.0.0.1:${port}`).ping(), "CERTIFICATE", "unreachable");
  });

  it("are not reached with another host's certificate: the name counts, not its address", async () => {
    const connect = createHttpConnect({ allowPrivate: true, ca, resolve: async () => ["127.0.0.1"] });
    await expectRejection(connect(`https://node.example.org:${port}`).ping(), "CERTIFICATE", "unreachable");
  });

  it("are never reached without TLS", async () => {
    const connect = createHttpConnect({ allowPrivate: true, ca });
    await expectRejection(connect(`127.0.0.1:${port}`).ping(), "UNREACHABLE", "unreachable");
  });
});
