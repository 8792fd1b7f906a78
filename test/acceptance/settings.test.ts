import { once } from "node:events";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { connect } from "node:tls";
import { expect } from "chai";
import { SETTINGS } from "../../src/cli/config/settings.js";
import { memberOf } from "../../src/codec/value.js";
import { DEFAULT_POOL_LIMITS } from "../../src/consensus/transaction-pool.js";
import {
  dataDirectory,
  initDataDirectory,
  openDataDirectory,
} from "../../src/data/directory/data-directory.js";
import { foundNetwork } from "../../src/data/directory/network-file.js";
import type { Identity } from "../../src/data/directory/identity.js";
import { createNetwork, type NetworkDefinition } from "../../src/records/network.js";
import { DEFAULT_SERVER_LIMITS } from "../../src/rpc/limits.js";
import { PRESET_NAMES } from "../../src/system/presets.js";
import { expireCertificate, makeCertificateDirectory, writeCertificate } from "../rpc/support/certificate.js";
import { runBinary } from "../cli/binary.js";
import { ask, urlencoded } from "../rpc/support/http.js";
import { startDevProcess, type DevProcess } from "../support/dev-process.js";
import { signSend } from "../support/independent-signer.js";
import { startNodeProcess } from "../support/node-process.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { skipWithout } from "../support/skip.js";
import { textIn } from "../support/vectors.js";

const POOL_TRANSACTIONS = 20;
const POLL_MS = 50;

/** Rounds of months: what is sent waits in the pool, however long a test takes (PROTOCOL 9). */
function longRounds({ node }: Identity): NetworkDefinition {
  const network = foundNetwork(node.address);
  const main_chain_interval = Math.floor((Date.now() * 1000) / 100.5);
  return { ...network, constants: { ...network.constants, main_chain_interval } };
}

/** The name in the server's certificate. */
async function commonNameAt(url: string, certFile: string): Promise<string> {
  const { hostname: host, port } = new URL(url);
  const socket = connect({ host, port: Number(port), ca: readFileSync(certFile) });
  await once(socket, "secureConnect");
  const { subject } = socket.getPeerCertificate();
  socket.destroy();
  return String(subject.CN);
}

/** Resolves when the node has written this to stderr. */
async function said(node: DevProcess, text: string): Promise<void> {
  while (!node.log().includes(text)) await once(node.process.stderr ?? node.process, "data");
}

describe("The settings of chainnode start for the RPC interface", () => {
  let directory: string;
  let certificates: string;
  before(async () => {
    directory = await makeTempDirectory();
    certificates = await makeCertificateDirectory();
  });
  after(async () => {
    await rm(directory, { recursive: true });
    await rm(certificates, { recursive: true });
  });

  it("--pool-transactions bounds the pool: one transaction more is refused as busy", async () => {
    const path = join(directory, "waiting");
    await initDataDirectory(dataDirectory(path), longRounds);
    const { definition, identity } = await openDataDirectory(dataDirectory(path));
    const { networkAddress } = createNetwork(definition);
    const node = await startNodeProcess(path, ["--pool-transactions", String(POOL_TRANSACTIONS)]);
    const answers = [];
    for (let index = 0; index <= POOL_TRANSACTIONS; index += 1) {
      const timestamp = Date.now() * 1000 + index;
      const members = { type: "Genesis", timestamp, network_address: networkAddress };
      const { transaction, public_key, signature } = signSend(identity.node.privateKey, members);
      const form = urlencoded({ transaction, public_key, signature });
      answers.push(await ask(node.url, "/sendtransaction", form));
    }
    await node.kill();
    const last = answers.pop();
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(POOL_TRANSACTIONS).fill(200));
    expect(JSON.parse(last?.text ?? "")).to.nested.include({
      code: 429,
      msg: "Too many transactions. ",
      "error.code": "POOL_FULL",
    });
    expect(last?.headers["retry-after"]).to.equal("1");
  });

  it("the defaults of the settings are the limits of the node", () => {
    const defaultOf = (name: string): unknown => SETTINGS.find((setting) => setting.name === name)?.default;
    expect(defaultOf("pool-transactions")).to.equal(BigInt(DEFAULT_POOL_LIMITS.maxTransactions));
    expect(defaultOf("rate-limit")).to.equal(BigInt(DEFAULT_SERVER_LIMITS.rateLimit));
    expect(defaultOf("pool-bytes")).to.equal(BigInt(DEFAULT_POOL_LIMITS.maxBytes));
  });

  it("the presets of the settings are all presets", () => {
    expect(SETTINGS.find(({ name }) => name === "preset")?.choices).to.deep.equal(PRESET_NAMES);
  });

  it("--tls-cert and --tls-key serve HTTPS, SIGHUP reloads the certificate, SIGTERM ends the node", async function () {
    skipWithout(this, "openssl");
    const { certFile, keyFile } = await writeCertificate(certificates, "first.example.org");
    const node = await startDevProcess(directory, ["--tls-cert", certFile, "--tls-key", keyFile]);
    expect(node.url).to.match(/^https:/);
    expect(await commonNameAt(node.url, certFile)).to.equal("first.example.org");
    await writeCertificate(certificates, "second.example.org");
    node.process.kill("SIGHUP");
    await said(node, "the settings were read again");
    expect(await commonNameAt(node.url, certFile)).to.equal("second.example.org");
    expect(await node.stop()).to.equal(0);
  });

  it("a certificate that expires is a warning, and an expired one a failed check that every tool explains", async function () {
    skipWithout(this, "openssl");
    const files = await writeCertificate(certificates, "first.example.org");
    const tls = ["--tls-cert", files.certFile, "--tls-key", files.keyFile];
    const node = await startDevProcess(directory, [...tls, "--ops-port", "0"]);
    await said(node, '"message":"the certificate expires at ');
    const ops = textIn(memberOf(node.banner, "ops"));
    const failedChecks = async (): Promise<readonly string[]> => {
      const { checks } = (await (await fetch(`${ops}/readyz`)).json()) as {
        readonly checks: readonly { readonly name: string; readonly ok: boolean }[];
      };
      return checks.filter(({ ok }) => !ok).map(({ name }) => name);
    };
    expect(await failedChecks()).to.deep.equal([]);
    await expireCertificate(files);
    node.process.kill("SIGHUP");
    await said(node, '"message":"the certificate expired at ');
    while ((await failedChecks()).length === 0) await setTimeout(POLL_MS);
    expect(await failedChecks()).to.deep.equal(["certificate"]);
    const [, end] = /^chainnode_certificate_end_seconds ([0-9.e+]+)$/m.exec(
      await (await fetch(`${ops}/metrics`)).text(),
    ) as RegExpExecArray;
    expect(Number(end) * 1000).to.be.lessThan(Date.now());
    const environment = { NODE_EXTRA_CA_CERTS: files.certFile };
    const { stderr } = await runBinary(["block", "count", "--json", "--rpc", node.url], { environment });
    expect(stderr).to.include('"code":"CERTIFICATE_EXPIRED"');
    const doctor = await runBinary(["doctor", "--json", "--data-dir", directory, ...tls]);
    const { findings } = JSON.parse(doctor.stdout) as { readonly findings: readonly object[] };
    expect(findings.find((finding) => "check" in finding && finding.check === "certificate")).to.include({
      level: "fault",
    });
    expect(await node.stop()).to.equal(0);
  });
});
