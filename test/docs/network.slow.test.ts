import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { createClient } from "../../src/client/create-client.js";
import type { TlsFiles } from "../../src/rpc/tls-files.js";
import { skipWithout } from "../support/skip.js";
import { writeCertificate } from "../rpc/support/certificate.js";
import { listenLocally } from "../support/listen-locally.js";
import { sendOracle } from "../support/send-oracle.js";
import { makeTempDirectory } from "../support/temp-store.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const DOCUMENT = readFileSync(join(ROOT, "docs/network.md"), "utf8");
const MACHINES = ["one", "two", "three"] as const;
const POLL_MS = 200;
/** Many times what a busy machine needs, and shorter than the timeout, so that the failure says what is missing. */
const LONGEST_WAIT_MS = 600_000;
const LOG_LINES = 15;

/** In place of the document's constants: seconds in place of minutes, and little work for a nonce. */
const QUICK_CONSTANTS = `validator_count = 3
main_chain_interval = 500000
resource_interval = 1000000
resource_confirm_count = 5
confirm_interval = 10000000
default_difficulty = "100000"
`;

interface Status {
  readonly fixed_height: number;
  readonly round: { readonly own_slots: readonly number[] };
}

const [, HTTPS = ""] = /^## HTTPS\n([^]*?)^## /m.exec(DOCUMENT) ?? [];
const [, COINS = ""] = /^## The first coin\n([^]*?)^## /m.exec(DOCUMENT) ?? [];

/** The commands of a part of the document, in order, each with its machine. */
function commandsIn(part: string): readonly { readonly machine: string; readonly line: string }[] {
  const blocks = Array.from(part.matchAll(/^```console\n([^]*?)^```$/gm), ([, body = ""]) => body);
  return blocks
    .flatMap((body) => body.split("\n"))
    .flatMap((text) => {
      const [, machine, line] = /^(\w+)\$ (.+)$/.exec(text) ?? [];
      return machine === undefined || line === undefined ? [] : [{ machine, line }];
    });
}

/** Three different ports that are free now. */
async function freePorts(): Promise<readonly number[]> {
  const servers = MACHINES.map(() => createServer());
  const ports = await Promise.all(servers.map(listenLocally));
  for (const server of servers) server.close();
  return ports;
}

describe("docs/network.md, followed on loopback", function () {
  this.timeout(1_800_000);
  let root: string;
  let ports: readonly number[];
  let tls: TlsFiles;
  const running: ChildProcess[] = [];
  /** What each machine has logged. */
  const logs = new Map<string, string>();

  before(async function () {
    skipWithout(this, "openssl");
    root = await makeTempDirectory();
    tls = await writeCertificate(root, "three");
    ports = await freePorts();
    for (const machine of MACHINES) mkdirSync(join(root, machine));
    program("chainnode", `exec '${process.execPath}' '${ROOT}dist/bin/chainnode.js' "$@"`);
    // Another machine is a directory.
    program("scp", `cp "$1" "${root}/\${2%%.*}/"`);
    const [, template = ""] = /^```toml template.toml\n([^]*?)^```$/m.exec(DOCUMENT) ?? [];
    const [own = ""] = template.split("[constants]\n");
    writeFileSync(join(root, "one", "template.toml"), local(`${own}[constants]\n${QUICK_CONSTANTS}`));
  });
  after(async () => {
    for (const child of running) {
      if (child.kill("SIGKILL")) await once(child, "exit");
    }
    await rm(root, { recursive: true });
  });

  function program(name: string, body: string): void {
    const file = join(root, name);
    writeFileSync(file, `#!/bin/sh\n${body}\n`);
    chmodSync(file, 0o755);
  }

  /** Replaces the machines' names and addresses by those of this test. */
  function local(text: string): string {
    const hosts = MACHINES.map((machine, index) => [
      `${machine}.example.org:9900`,
      `127.0.0.1:${ports[index]}`,
    ]);
    return hosts
      .reduce((result, [from = "", to = ""]) => result.replaceAll(from, to), text)
      .replaceAll("0.0.0.0", "127.0.0.1");
  }

  function environmentOf(machine: string): NodeJS.ProcessEnv {
    const port = ports[MACHINES.findIndex((known) => known === machine)];
    return {
      PATH: `${root}:${process.env["PATH"]}`,
      HOME: join(root, machine),
      CHAINNODE_PORT: String(port),
      NODE_EXTRA_CA_CERTS: tls.certFile,
      CHAINNODE_ALLOW_PRIVATE_PEERS: "true",
      // Two cores mine for three machines.
      CHAINNODE_MINING_DUTY: "10",
    };
  }

  function urlOf(machine: string): string {
    return `http://127.0.0.1:${ports[MACHINES.findIndex((known) => known === machine)]}`;
  }

  /** Runs a line and returns its output. */
  function run(machine: string, line: string): Promise<string> {
    const options = { cwd: join(root, machine), env: environmentOf(machine) };
    return new Promise((resolve, reject) => {
      execFile("sh", ["-c", local(line)], options, (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(new Error(`${machine}$ ${line}: ${stdout}${stderr}`));
      });
    });
  }

  /** Starts a node and waits until it reports that it runs. */
  async function start(machine: string, line: string): Promise<void> {
    const options = { cwd: join(root, machine), env: environmentOf(machine) };
    const child = spawn("sh", ["-c", `exec ${local(line)}`], options);
    running.push(child);
    let log = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => logs.set(machine, (log += text)));
    await until(`${machine}$ ${line}`, () => {
      if (child.exitCode !== null) throw new Error(`${machine}$ ${line}: ${log}`);
      return log.includes('"message":"ready"');
    });
  }

  /** Waits for a state of the machines. Fails with what each of them says when it does not come. */
  async function until(state: string, isReached: () => boolean | Promise<boolean>): Promise<void> {
    const endMs = performance.now() + LONGEST_WAIT_MS;
    while (!(await isReached())) {
      if (performance.now() > endMs) throw new Error(`Not reached: ${state}.\n${await reports()}`);
      await setTimeout(POLL_MS);
    }
  }

  /** The status and the end of the log of every machine. */
  async function reports(): Promise<string> {
    const texts = MACHINES.map(async (machine) => {
      const log = (logs.get(machine) ?? "").split("\n").slice(-LOG_LINES).join("\n");
      return `${machine}: ${await run(machine, "chainnode status 2>&1 || true")}${log}`;
    });
    return (await Promise.all(texts)).join("\n");
  }

  /** The exit code reports a node that is not ready yet. */
  const statusOf = async (machine: string): Promise<Status> =>
    JSON.parse(await run(machine, "chainnode status --json || true")) as Status;

  it("results in three machines that seal blocks together", async () => {
    const lines = commandsIn(DOCUMENT.replace(HTTPS, "").replace(COINS, ""));
    expect(lines.map(({ machine }) => machine)).to.include.members([...MACHINES]);
    await follow(lines);
    const clients = MACHINES.map((machine) => createClient({ url: urlOf(machine) }));
    // A machine becomes a validator by mining. A status is a process of its own, so the first one waits for that.
    await until("every machine has mined", async () => {
      const blocks = await clients[0]?.listResourceBlock({ page: 1, count: 100 });
      return new Set(blocks?.map(({ validator }) => validator)).size === MACHINES.length;
    });
    const validators = new Set<string>();
    await until("every machine has held a slot", async () => {
      for (const machine of MACHINES.filter((name) => !validators.has(name))) {
        if ((await statusOf(machine)).round.own_slots.length > 0) validators.add(machine);
      }
      return validators.size === MACHINES.length;
    });

    const oracle = (): Promise<string> =>
      sendOracle(join(root, "one", ".local/share/chainnode"), urlOf("one"));
    let hash = await oracle();
    await until("every machine has one chain with the transaction", async () => {
      const found = await Promise.all(clients.map((client) => client.getTransaction(hash)));
      const pools = await Promise.all(clients.map((client) => client.broadcast()));
      const tips = await Promise.all(clients.map(async (client) => (await client.round()).block.blockhash));
      if (found.every((record) => record !== null) && new Set(tips).size === 1) return true;
      const waits = pools.some(({ transactions }) => transactions.has(hash));
      if (!waits && found.every((record) => record === null)) hash = await oracle();
      return false;
    });
  });

  it("pays the first coin", async () => {
    const lines = commandsIn(COINS);
    const [, address = "", coins] = /^chainnode send (\w+) (\S+) /.exec(lines.at(-1)?.line ?? "") ?? [];
    await until("a resource block is confirmed", async () => (await statusOf("one")).fixed_height > 0);
    await follow(lines);
    expect((await run("one", `chainnode balance ${address}`)).trim()).to.equal(coins);
  });

  it("changes the port of a machine to HTTPS", async () => {
    const [, settings = ""] = /^```toml chainnode.toml\n([^]*?)^```$/m.exec(HTTPS) ?? [];
    const file = join(root, "three", ".local/share/chainnode/chainnode.toml");
    const { certFile, keyFile } = tls;
    const [cert, key] = ["/etc/chainnode/fullchain.pem", "/etc/chainnode/privkey.pem"] as const;
    expect(settings).to.include(cert).and.to.include(key);
    writeFileSync(file, local(settings.replace(cert, certFile).replace(key, keyFile)));
    const lines = commandsIn(HTTPS);
    expect(lines.map(({ machine }) => machine)).to.deep.equal(["three", "three", "two"]);
    await follow(lines);
    const ping = JSON.parse(await run("three", "chainnode ping --json")) as { readonly url: string };
    expect(ping.url).to.equal(urlOf("three").replace("http:", "https:"));
  });

  async function follow(lines: ReturnType<typeof commandsIn>): Promise<void> {
    for (const { machine, line } of lines) {
      if (line.startsWith("chainnode start")) await start(machine, line);
      else await run(machine, line);
    }
  }
});
