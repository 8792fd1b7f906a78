import { expect } from "chai";
import { once } from "node:events";
import { readFile, rename, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { openLedger } from "../../../src/data/chain/open-ledger.js";
import {
  dataDirectory,
  readDefinition,
  readNodeIdentity,
} from "../../../src/data/directory/data-directory.js";
import { networkText } from "../../../src/data/directory/open-store.js";
import { vouch, voucherFile } from "../../../src/data/snapshot/vouchers.js";
import { writeSnapshot } from "../../../src/data/snapshot/write-snapshot.js";
import { useTemporaryDirectory } from "../../cli/binary.js";
import { runInProcess } from "../../cli/terminal-stub.js";
import { initRecorded, useRecordedData } from "../../commands/data/recorded-data.js";
import { startNodeProcess, type NodeProcess } from "../../support/node-process.js";

const HEIGHT = 61;

describe("Snapshots that peers vouch for (docs/pruning.md)", () => {
  const out = useTemporaryDirectory();
  const copyRecorded = useRecordedData();
  const nodes: NodeProcess[] = [];
  let file: string;
  let hash: string;
  /** The addresses of the peer keys, in the order of the nodes. */
  let addresses: readonly string[];

  beforeEach(async () => {
    const full = copyRecorded(join(out(), "full"));
    file = join(out(), "chain.snapshot");
    const opened = await openLedger(full);
    const source = { store: opened.ledger.store, resourceChain: { fixedMainHeight: HEIGHT + 1 } };
    const network = networkText(await readDefinition(full));
    ({ hash } = await writeSnapshot(source, file, { network, height: HEIGHT, onLine: () => undefined }));
    await opened.close();
    const directories = await Promise.all(
      [0, 1, 2].map((index) => initRecorded(join(out(), `node${index}`))),
    );
    const keys = await Promise.all(directories.map(async (given) => (await readNodeIdentity(given)).peer));
    addresses = keys.map(({ address }) => address);
    for (const key of keys) await vouch(file, hash, key);
    nodes.push(...(await Promise.all(directories.map(({ path }) => startNodeProcess(path)))));
  });
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((node) => node.kill()));
  });

  const hosts = (): readonly string[] => nodes.map(({ url }) => url);
  const init = (name: string, trusted: readonly string[], from = file) =>
    runInProcess([
      "init",
      "--snapshot",
      from,
      "--data-dir",
      join(out(), name),
      "--json",
      ...trusted.flatMap((host) => ["--trust-peer", host]),
    ]);

  async function serve(): Promise<{ readonly server: Server; readonly url: string }> {
    const server = createServer((request, response) => {
      readFile(join(out(), request.url ?? "")).then(
        (bytes) => response.end(bytes),
        () => response.writeHead(404).end("Not Found"),
      );
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  }

  it("begin a node, from a file and from an HTTP address", async () => {
    expect(await init("new", hosts())).to.include({ code: 0 });
    const check = (name: string) => runInProcess(["data", "check", "--data-dir", join(out(), name)]);
    expect(await check("new")).to.include({ code: 0 });
    const { server, url } = await serve();
    try {
      expect(await init("fetched", hosts(), `${url}/chain.snapshot`)).to.include({ code: 0 });
      expect(await check("fetched")).to.include({ code: 0 });
      const missing = await init("none", hosts(), `${url}/none`);
      expect(missing.stderr).to.include("SNAPSHOT_FETCH");
      await rename(voucherFile(file, addresses[1] ?? ""), join(out(), "moved"));
      const unsigned = await init("none", hosts(), `${url}/chain.snapshot`);
      expect(unsigned.stderr).to.include("SNAPSHOT_VOUCHER");
    } finally {
      server.close();
    }
    expect((await init("none", hosts(), `${url}/chain.snapshot`)).stderr).to.include("UNREACHABLE");
  });

  it("are signed by the command that writes them", async () => {
    const path = join(out(), "full");
    const written = join(out(), "own.snapshot");
    const words = ["data", "snapshot", written, "--sign", "--data-dir", path, "--json"];
    const { code, stdout, stderr } = await runInProcess(words);
    expect(code, stderr).to.equal(0);
    const { address } = (await readNodeIdentity(dataDirectory(path))).peer;
    expect(JSON.parse(stdout)).to.include({ file: written, signature_file: voucherFile(written, address) });
    const { hash: signed } = JSON.parse(stdout) as { readonly hash: string };
    expect(JSON.parse(await readFile(voucherFile(written, address), "utf8"))).to.include({
      snapshot: signed,
    });
  });

  it("are refused without three different nodes, each of which has signed this snapshot", async () => {
    const [first = "", second = "", third = ""] = hosts();
    const refused = async (trusted: readonly string[]): Promise<string> => {
      const { code, stderr } = await init("new", trusted);
      expect(code, stderr).not.to.equal(0);
      return stderr;
    };
    expect(await refused([first, second])).to.include("SNAPSHOT_TRUST");
    expect(await refused([first, second, second])).to.include("SNAPSHOT_TRUST");
    const again = second.replace("127.0.0.1", "localhost");
    expect(await refused([first, second, again])).to.include("SNAPSHOT_VOUCHER");
    expect(await refused([first, second, "http://127.0.0.1:1"])).to.include("UNREACHABLE");

    const last = voucherFile(file, addresses[2] ?? "");
    const text = await readFile(last, "utf8");
    const other = await readFile(voucherFile(file, addresses[0] ?? ""), "utf8");
    const changes = [other, text.replace(hash, `${hash.slice(0, -4)}0000`), "{}", "[", "x".repeat(10_000)];
    for (const changed of [...changes, `${text}${" ".repeat(9000)}{}`.replace(hash, "0")]) {
      await writeFile(last, changed);
      expect(await refused([first, second, third]), changed.slice(0, 80)).to.include("SNAPSHOT_VOUCHER");
    }
    await writeFile(last, text);
    expect(await init("new", [first, second, third])).to.include({ code: 0 });
  });
});
