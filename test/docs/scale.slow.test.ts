import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { createClient } from "../../src/client/create-client.js";
import { dataDirectory } from "../../src/data/directory/data-directory.js";
import { openSqliteStore } from "../../src/store/sqlite/open.js";
import { startDevProcess, type DevProcess } from "../support/dev-process.js";
import { BINARY } from "../support/node-process.js";
import {
  installedBinaries,
  queryOn,
  requireBinaries,
  startPostgres,
  startReplica,
  type StartedPostgres,
} from "../support/postgres.js";
import { askServer, compareAnswers, factsOf } from "../support/reader-comparison.js";
import { Corpus } from "../support/request-corpus.js";
import { createSeededRandom, seeded } from "../support/seeded-random.js";
import { sendOracle } from "../support/send-oracle.js";
import { makeTempDirectory } from "../support/temp-store.js";

const DOCUMENT = readFileSync(new URL("../../../docs/scale.md", import.meta.url), "utf8");
const [CREATE = "", ROLES = "", PROJECT = "", READER = ""] = Array.from(
  DOCUMENT.matchAll(/^ *\$ (.+)$/gm),
  ([, line = ""]) => line,
);
const READERS = 3;
/** A trial takes place at the time of the clock, which the answer names. */
const KINDS = Corpus.kinds.filter((kind) => kind !== "WhatIf");
/** Of each kind and for each reader. */
const REQUESTS = 3;
const POLL_MS = 100;
/** Many times what a busy machine needs, and shorter than the timeout, so that the failure says what is missing. */
const LONGEST_WAIT_MS = 300_000;
/** The explorer is served, and one address asks often. */
const SERVED = ["--explorer", "public", "--rate-limit", "0"];

/** A command that runs until it is stopped. */
interface Running {
  readonly process: ChildProcess;
  /** What it has written on both outputs. */
  readonly output: () => string;
}

describe(seeded("docs/scale.md, followed with two servers and three readers"), function () {
  this.timeout(1_800_000);
  let root: string;
  let primary: StartedPostgres;
  let replica: StartedPostgres;
  let node: DevProcess;
  let projector: Running;
  const readers: { running: Running; url: string }[] = [];
  const running: ChildProcess[] = [];

  before(async function () {
    requireBinaries(this);
    root = await makeTempDirectory();
    await cp(fileURLToPath(new URL("../../../deploy", import.meta.url)), join(root, "deploy"), {
      recursive: true,
    });
    writeFileSync(join(root, "chainnode"), `#!/bin/sh\nexec '${process.execPath}' '${BINARY}' "$@"\n`);
    chmodSync(join(root, "chainnode"), 0o755);
    primary = await startPostgres({ wal_level: "replica", max_wal_senders: "4" });
    replica = await startReplica(primary);
    node = await startDevProcess(join(root, "chain"), SERVED);
  });
  after(async () => {
    for (const child of running) if (child.kill("SIGKILL")) await once(child, "exit");
    await node.kill();
    await replica.server.stop();
    await primary.server.stop();
    await rm(root, { recursive: true });
  });

  /** A line of the document on the machines of this test. */
  function local(line: string): string {
    return line
      .replaceAll("@db1/", `@127.0.0.1:${primary.server.port}/`)
      .replaceAll("@db2/", `@127.0.0.1:${replica.server.port}/`)
      .replaceAll("http://node:9900", node.url)
      .replaceAll("0.0.0.0", "127.0.0.1");
  }

  function options(): { readonly cwd: string; readonly env: NodeJS.ProcessEnv } {
    const { host, port, user } = primary.server;
    const path = `${root}:${installedBinaries()}:${process.env["PATH"]}`;
    const env = { PATH: path, HOME: root, PGHOST: host, PGPORT: `${port}`, PGUSER: user };
    return { cwd: root, env };
  }

  /** Runs a line to its end. */
  function run(line: string): Promise<{ readonly code: number; readonly output: string }> {
    return new Promise((resolve) => {
      execFile("sh", ["-c", local(line)], options(), (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
      );
    });
  }

  function start(line: string): Running {
    const child = spawn("sh", ["-c", `exec ${local(line)}`], options());
    running.push(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    return { process: child, output: () => output };
  }

  async function until(state: string, isReached: () => boolean | Promise<boolean>): Promise<void> {
    const endMs = performance.now() + LONGEST_WAIT_MS;
    while (!(await isReached())) {
      if (performance.now() > endMs)
        throw new Error(
          `Not reached: ${state}.\n${[projector, ...readers.map((each) => each.running)].map((each) => each.output().slice(-2000)).join("\n")}`,
        );
      await delay(POLL_MS);
    }
  }

  async function startReader(): Promise<{ running: Running; url: string }> {
    const begun = start(`${READER} --port 0 --ops-port 0 --json --compare 1 ${SERVED.join(" ")}`);
    let url: string | undefined;
    await until("a reader answers", () => {
      url = /"rpc":\["([^"]+)"/.exec(begun.output())?.[1];
      if (begun.process.exitCode !== null) throw new Error(begun.output());
      return url !== undefined;
    });
    return { running: begun, url: url ?? "" };
  }

  async function startProjector(): Promise<void> {
    projector = start(PROJECT);
    await until("the projector follows", () => {
      if (projector.process.exitCode !== null) throw new Error(projector.output());
      return projector.output().includes("The database has main block");
    });
  }

  async function kill({ process: child }: Running, signal: NodeJS.Signals): Promise<void> {
    child.kill(signal);
    await once(child, "exit");
  }

  /** Sends a transaction through a reader, and sees its block in all of them. */
  async function sendAndRead(): Promise<void> {
    const hash = await sendOracle(join(root, "chain"), readers[0]?.url ?? "");
    const writer = createClient({ url: node.url });
    await until("the node has the transaction", async () => (await writer.getTransaction(hash)) !== null);
    const { last_block } = await writer.info();
    const request = encodeURIComponent(JSON.stringify({ type: "GetTransaction", target: hash }));
    const target = `/request?min-height=${last_block?.height}&request=${request}`;
    for (const { url } of readers)
      await until("a reader has the transaction", async () => {
        const { status, body } = await askServer(url, { kind: "", method: "GET", target });
        expect([200, 503]).to.include(status);
        return status === 200 && body.includes('"Oracle"');
      });
  }

  /** Each reader answers requests of every kind as the node does. */
  async function compareAll(): Promise<void> {
    const { databaseFile } = dataDirectory(join(root, "chain"));
    const store = await openSqliteStore({ file: databaseFile, readOnly: true });
    const corpus = new Corpus(await factsOf(store), createSeededRandom());
    await store.close();
    for (const { url } of readers)
      for (const kind of KINDS)
        for (let asked = 0; asked < REQUESTS; asked += 1)
          await compareAnswers(node.url, url, corpus.next(kind));
  }

  it("sets up the database, the projector and the readers, which answer byte for byte as the node", async () => {
    for (const line of [CREATE, ROLES]) {
      const { code, output } = await run(line);
      expect(code, output).to.equal(0);
    }
    await startProjector();
    while (readers.length < READERS) readers.push(await startReader());
    await sendAndRead();
    await compareAll();
  });

  it("shows the explorer and its page through a reader", async () => {
    const page = await fetch(`${readers[0]?.url}/explorer/`);
    expect([page.status, page.headers.get("content-type")?.split(";")[0]]).to.deep.equal([200, "text/html"]);
  });

  it("goes on after a kill of the projector and of a reader", async () => {
    const [first] = readers;
    if (first === undefined) throw new Error("There is no reader. ");
    await kill(projector, "SIGKILL");
    await kill(first.running, "SIGKILL");
    readers[0] = await startReader();
    await startProjector();
    await sendAndRead();
  });

  it("goes on on the replica when the primary is killed and the replica promoted", async () => {
    primary.process.kill("SIGKILL");
    await once(primary.process, "exit");
    await queryOn(replica.server, "postgres", "SELECT pg_promote()");
    await sendAndRead();
    await compareAll();
    for (const { running: reader } of readers) expect(reader.output()).not.to.include("answer differently");
  });

  it("finds an edited row, and builds the tables again", async () => {
    await kill(projector, "SIGTERM");
    const check = `${PROJECT} --check`;
    expect((await run(check)).code).to.equal(0);
    await queryOn(replica.server, "chain", "UPDATE chainnode.tx SET record = record || ' ' WHERE number = 1");
    const { code, output } = await run(check);
    expect(code).to.equal(5);
    expect(output).to.match(/main block \d+/);
    expect((await run(`${PROJECT} --rebuild`)).code).to.equal(0);
    expect((await run(check)).code).to.equal(0);
    await compareAll();
  });

  it("refuses a URL with a password, and does not repeat it", async () => {
    for (const line of [PROJECT, READER]) {
      const { code, output } = await run(line.replace("@db1", ":hidden-word@db1"));
      expect(code).to.equal(2);
      expect(output).not.to.include("hidden-word");
    }
  });

  it("lets a reader's role read, and nothing else", async () => {
    const asReader = { ...replica.server, user: "chainnode_reader" };
    expect(await queryOn(asReader, "chain", "SELECT count(*)::int > 0 AS some FROM tx")).to.deep.equal([
      { some: true },
    ]);
    for (const sql of [
      "DELETE FROM tx",
      "CREATE TABLE mine ()",
      "SET default_transaction_read_only = off; DELETE FROM tx",
    ])
      expect(await queryOn(asReader, "chain", sql).catch((error: Error) => error.message)).to.match(
        /read-only|permission denied/,
      );
  });
});
