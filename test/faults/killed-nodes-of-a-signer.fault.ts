import { copyFile, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createClient, type Client } from "../../src/client/index.js";
import type { Value, ValueMap } from "../../src/codec/value.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { signTransaction } from "../../src/records/transaction.js";
import { runBinary } from "../cli/binary.js";
import { dataDirectory, initDataDirectory } from "../../src/data/directory/data-directory.js";
import { writeIdentity } from "../../src/data/directory/identity.js";
import { openSqliteStore } from "../../src/store/sqlite/open.js";
import { foundIn } from "../simulation/founding.js";
import { startFoundedProcess } from "../support/founded-process.js";
import { startNodeProcess, type NodeProcess } from "../support/node-process.js";
import { openRecordedSigner, type RecordedSigner } from "../support/recorded-signer.js";
import { startSignerProcess, type SignerProcess } from "../support/signer-process.js";
import { openTcpProxy, type TcpProxy } from "../support/tcp-proxy.js";
import { makeTempDirectory } from "../support/temp-store.js";
import type { Fault, Random } from "./fault.js";

/** One of so many kills is that of the signer. */
const KILLS_A_SIGNER = 5;
const LONGEST_LIFE_MS = 2000;
/** Longer than the signer is silent after its start. */
const SILENT_US = 5_000_000;

export const fault: Fault = {
  fault: "The nodes of a signer, and the signer, are killed",
  made: "SIGKILL at random times of one of two processes that share a signer, or of the signer; transfers are sent all the time; a line before the signer reads each signature",
  promise:
    "no two signatures for one round key and date; the other node makes the next block and every one after it; without the signer the nodes answer and make no block; `data check` finds nothing",
  times: { full: 150, sample: 0 },
  run: (times, random) => killMembers(times, random, 0),
};

/** Kills the nodes of a signer and the signer. Three more validators may be beside them, which make blocks with them. */
export async function killMembers(times: number, random: Random, beside: 0 | 3): Promise<string> {
  const pair = await SignerPair.open(beside);
  try {
    for (let time = 0; time < times; time += 1) await pair.kill(random);
    return await pair.finish(times);
  } finally {
    await pair.end();
  }
}

interface Member {
  readonly directory: string;
  readonly address: TcpProxy;
  node: NodeProcess | null;
}

/** A validator of two nodes and a signer. */
class SignerPair {
  readonly #root: string;
  readonly #members: Member[] = [];
  /** The nodes of the other validators. */
  readonly #others: Member[] = [];
  #recorded: RecordedSigner | null = null;
  #signer: SignerProcess | null = null;
  #networkMembers: ValueMap = new Map();
  #sent = 0;
  #isEnded = false;

  private constructor(root: string) {
    this.#root = root;
  }

  static async open(beside: 0 | 3): Promise<SignerPair> {
    const pair = new SignerPair(await makeTempDirectory());
    try {
      await pair.#begin(beside === 0 ? await pair.#foundOne() : await pair.#foundMany(beside));
      return pair;
    } catch (error) {
      await pair.end();
      throw error;
    }
  }

  /** Kills one of the three after a while, and waits for the block that must follow. */
  async kill(random: Random): Promise<void> {
    await pause(random() * LONGEST_LIFE_MS);
    if (random() * KILLS_A_SIGNER < 1) return this.#killSigner();
    const [victim, other] = random() < 0.5 ? this.#members : this.#members.toReversed();
    if (victim === undefined || other === undefined) throw new RangeError("There are two. ");
    victim.address.leadTo(null);
    await victim.node?.kill();
    victim.node = null;
    await this.#awaitBlock(other);
    await this.#start(victim);
    // Only then are there two nodes again.
    const height = await heightAt(other);
    while ((await heightAt(victim)) < height) await pause(50);
  }

  /** Stops the nodes, checks their chains, and says what happened. */
  async finish(times: number): Promise<string> {
    for (const member of this.#members) await this.#awaitBlock(member);
    this.#isEnded = true;
    for (const { node, directory } of this.#members) {
      await node?.stop();
      const { code, stderr } = await runBinary(["data", "check", "--data-dir", directory]);
      if (code !== 0) throw new Error(stderr);
    }
    const { faults, signed } = this.#recorded ?? { faults: ["no signer"], signed: 0 };
    if (faults.length > 0) throw new Error(faults.join("; "));
    return `${times} kills, ${signed} signatures, 0 doubled, 0 refused beyond a failover, check clean`;
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    for (const { node, address } of [...this.#others, ...this.#members]) {
      await node?.kill();
      await address.close();
    }
    await this.#recorded?.close();
    await this.#signer?.kill();
    await rm(this.#root, { recursive: true });
  }

  /** Makes a network whose only validator is that of the signer. Returns its directory. */
  async #foundOne(): Promise<string> {
    const directory = this.#path("first");
    const founded = await startFoundedProcess(directory);
    await founded.stop();
    return directory;
  }

  /** Makes a network of this many validators beside that of the signer, and starts them. Returns the directory of the last. */
  async #foundMany(beside: number): Promise<string> {
    const file = this.#path("chain.sqlite");
    const pace = { resourceUs: 60_000_000, confirmUs: 600_000_000 };
    const order = { nodes: beside + 1, pace, rules: 1, startUs: Date.now() * 1000, name: "SIGNED" } as const;
    const { network, identities } = await foundIn(await openSqliteStore({ file }), order);
    for (const [index, identity] of identities.entries()) {
      const directory = dataDirectory(this.#path(String(index)));
      await mkdir(directory.path, { mode: 0o700 });
      await writeIdentity(directory.identityFile, identity);
      await initDataDirectory(directory, () => network);
      await copyFile(file, directory.databaseFile);
      if (index < beside)
        this.#others.push({ directory: directory.path, address: await openTcpProxy(null), node: null });
    }
    return this.#path(String(beside));
  }

  async #begin(first: string): Promise<void> {
    const signer = this.#path("signer");
    await mkdir(signer, { mode: 0o700 });
    for (const file of ["identity.json", "signatures"])
      await copyFile(join(first, file), join(signer, file)).catch(() => undefined);
    await this.#startSigner();
    this.#recorded = await openRecordedSigner(this.#path("line.sock"), this.#path("signer.sock"));
    this.#recorded.noteStart(Date.now() * 1000 + SILENT_US);
    for (const name of ["one", "two"]) {
      const directory = this.#path(name);
      const words = ["init", "--network", join(first, "network.toml"), "--data-dir", directory];
      const { code, stderr } = await runBinary(words);
      if (code !== 0) throw new Error(stderr);
      await copyFile(join(first, "chain.sqlite"), join(directory, "chain.sqlite"));
      this.#members.push({ directory, address: await openTcpProxy(null), node: null });
    }
    for (const member of [...this.#others, ...this.#members]) await this.#start(member);
    this.#networkMembers = await createClient({ url: this.#members[0]?.node?.url ?? "" }).networkMembers();
    void this.#send();
  }

  #path(name: string): string {
    return join(this.#root, name);
  }

  async #start(member: Member): Promise<void> {
    const others = [...this.#others, ...this.#members].filter((each) => each !== member);
    const peers = others.flatMap(({ address }) => ["--peer", address.host]);
    const own = ["--allow-private-peers", "--public-host", member.address.host, "--ops-port", "off"];
    const isOfSigner = this.#members.includes(member);
    const signer = isOfSigner ? ["--signer", `unix:${this.#path("line.sock")}`] : [];
    member.node = await startNodeProcess(member.directory, [...own, ...peers, ...signer]);
    member.address.leadTo({ port: Number(new URL(member.node.url).port) });
  }

  async #startSigner(): Promise<void> {
    this.#signer = await startSignerProcess(this.#path("signer"), this.#path("signer.sock"));
    this.#recorded?.noteStart(Date.now() * 1000 + SILENT_US);
  }

  async #killSigner(): Promise<void> {
    await this.#signer?.kill();
    // What was signed before becomes a block yet.
    await pause(LONGEST_LIFE_MS / 2);
    const heights = await Promise.all(this.#members.map(heightAt));
    await pause(LONGEST_LIFE_MS / 2);
    const later = await Promise.all(this.#members.map(heightAt));
    if (this.#others.length === 0 && Math.max(...later) > Math.max(...heights))
      throw new Error("A block was made without the signer. ");
    await this.#startSigner();
    for (const member of this.#members) await this.#awaitBlock(member);
  }

  /** Waits until a node has a block that is made from now on. */
  async #awaitBlock(member: Member): Promise<void> {
    const height = await heightAt(member);
    while ((await heightAt(member)) <= height) await pause(50);
  }

  /** Sends to each node that runs a transfer of its own, so that two that sign at once sign different blocks. */
  async #send(): Promise<void> {
    while (!this.#isEnded) {
      const running = [...this.#others, ...this.#members].flatMap(({ node }) => node ?? []);
      await Promise.allSettled(running.map((node) => clientOf(node).sendTransaction(this.#transfer())));
      await pause(40);
    }
  }

  #transfer(): ReturnType<typeof signTransaction> {
    const index = (this.#sent += 1);
    const accounts = devAccounts();
    const [from, to] = [accounts[index % accounts.length], accounts[(index + 1) % accounts.length]];
    if (from === undefined || to === undefined) throw new RangeError("There are ten. ");
    const timestamp = BigInt(Date.now() * 1000 + (index % 1000));
    const members = { type: "Send", timestamp, from: from.address, to: to.address, amount: "1" };
    return signTransaction(
      new Map<string, Value>([...Object.entries(members), ...this.#networkMembers]),
      from.privateKey,
    );
  }
}

function clientOf({ url }: NodeProcess): Client {
  return createClient({ url, retries: 0 });
}

async function heightAt({ node }: Member): Promise<number> {
  if (node === null) throw new Error("The node does not run. ");
  try {
    return (await clientOf(node).info()).last_block.height;
  } catch (cause) {
    throw new Error(`A node ended: ${node.log().slice(-2000)}`, { cause });
  }
}
