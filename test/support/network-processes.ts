import { copyFile, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createClient } from "../../src/client/create-client.js";
import { objectToValue } from "../../src/codec/value.js";
import { callAdmin } from "../../src/ops/admin/admin-client.js";
import {
  dataDirectory,
  initDataDirectory,
  type DefineNetwork,
} from "../../src/data/directory/data-directory.js";
import { writeIdentity } from "../../src/data/directory/identity.js";
import { foundNetwork, readNetworkFile } from "../../src/data/directory/network-file.js";
import type { NetworkConstants } from "../../src/records/network.js";
import { openSqliteStore } from "../../src/store/sqlite/open.js";
import { foundIn, type Pace } from "../simulation/founding.js";
import { startNodeProcess, type NodeProcess } from "./node-process.js";
import { openTcpProxy, type TcpProxy } from "./tcp-proxy.js";
import { makeTempDirectory } from "./temp-store.js";

export interface NetworkOptions {
  readonly nodes: number;
  /** The constants that differ from those of the public network. */
  readonly constants: Partial<NetworkConstants>;
  /** Flags of `start`, for each node by number. */
  readonly flags?: (index: number) => readonly string[];
}

const POLL_MS = 200;
/** As on the public network. */
const EACH_MINUTE: Pace = { resourceUs: 60_000_000, confirmUs: 600_000_000 };

interface Member {
  readonly directory: string;
  /** The host at which the others reach the node. */
  readonly address: TcpProxy;
  node: NodeProcess;
}

/** A network of real processes on loopback. The first one creates it, and the others join with its definition file. */
export class NetworkProcesses {
  readonly #root: string;
  readonly #flags: (index: number) => readonly string[];
  #members: readonly Member[] = [];

  private constructor(root: string, flags: (index: number) => readonly string[]) {
    this.#root = root;
    this.#flags = (index) => ["--allow-private-peers", ...flags(index)];
  }

  static async form({ nodes, constants, flags = () => [] }: NetworkOptions): Promise<NetworkProcesses> {
    const network = new NetworkProcesses(await makeTempDirectory(), flags);
    try {
      await network.#begin(constants);
      const others = Array.from({ length: nodes - 1 }, (_, index) => network.#join(index + 1));
      network.#members = [...network.#members, ...(await Promise.all(others))];
      await network.#acquaint();
      return network;
    } catch (error) {
      await network.end();
      throw error;
    }
  }

  /** Starts nodes that all have slots, on a chain that `foundIn` makes: its resource blocks are a minute apart. */
  static async found(nodes: number): Promise<NetworkProcesses> {
    const network = new NetworkProcesses(await makeTempDirectory(), () => []);
    try {
      network.#members = await network.#openFounded(nodes);
      await network.#acquaint();
      return network;
    } catch (error) {
      await network.end();
      throw error;
    }
  }

  get urls(): readonly string[] {
    return this.#members.map(({ node }) => node.url);
  }

  get pids(): readonly number[] {
    return this.#members.map(({ node }) => node.process.pid ?? 0);
  }

  get directories(): readonly string[] {
    return this.#members.map(({ directory }) => directory);
  }

  /** Sets the round trip between the nodes, in ms, from now on. Their users stay near. */
  setLatency(ms: number): void {
    for (const { address } of this.#members) address.setLatency(ms);
  }

  /** Lets a node mine one resource block, and waits until all nodes have it. */
  async mineOne(index: number): Promise<void> {
    const { adminSocket } = dataDirectory(this.#member(index).directory);
    const clients = this.urls.map((url) => createClient({ url }));
    const counts = (): Promise<readonly number[]> =>
      Promise.all(clients.map((client) => client.resourceBlockCount()));
    const wanted = Math.max(...(await counts())) + 1;
    await callAdmin(adminSocket, { method: "POST", path: "/mining/start" });
    while (Math.max(...(await counts())) < wanted) await setTimeout(POLL_MS);
    await callAdmin(adminSocket, { method: "POST", path: "/mining/stop" });
    while (Math.min(...(await counts())) < wanted) await setTimeout(POLL_MS);
  }

  /** Kills it with SIGKILL. */
  async kill(index: number): Promise<void> {
    const { node, address } = this.#member(index);
    address.leadTo(null);
    await node.kill();
  }

  /** Stops a node as its operator does, and returns its exit code. */
  stopOne(index: number): Promise<number | null> {
    const { node, address } = this.#member(index);
    address.leadTo(null);
    return node.stop();
  }

  /** Restarts a node at its previous host, perhaps with another version of the program. */
  async restart(index: number, binary?: string): Promise<void> {
    const member = this.#member(index);
    member.node = await this.#start(index, member, [], binary);
  }

  /** Stops all nodes and returns their exit codes. */
  stop(): Promise<readonly (number | null)[]> {
    return Promise.all(this.#members.map(({ node }) => node.stop()));
  }

  /** Kills the nodes that still run and removes all files. */
  async end(): Promise<void> {
    await Promise.all(this.#members.map(({ node }) => node.kill()));
    await Promise.all(this.#members.map(({ address }) => address.close()));
    await rm(this.#root, { recursive: true });
  }

  /** With the development codes, so that accounts can be funded. */
  async #begin(constants: Partial<NetworkConstants>): Promise<void> {
    const define: DefineNetwork = ({ node }) => {
      const network = foundNetwork(node.address);
      return { ...network, constants: { ...network.constants, ...constants } };
    };
    this.#members = [await this.#open(0, define, ["--genesis", "--preset", "dev"])];
  }

  async #openFounded(nodes: number): Promise<readonly Member[]> {
    const file = join(this.#root, "chain.sqlite");
    const store = await openSqliteStore({ file });
    const order = {
      nodes,
      pace: EACH_MINUTE,
      rules: 1,
      startUs: Date.now() * 1000,
      name: "FOUR NODES",
    } as const;
    const { network, identities } = await foundIn(store, order);
    return Promise.all(
      identities.map(async (identity, index) => {
        const { path, identityFile, databaseFile } = dataDirectory(join(this.#root, String(index)));
        await mkdir(path, { mode: 0o700 });
        await writeIdentity(identityFile, identity);
        await copyFile(file, databaseFile);
        return this.#open(index, () => network, []);
      }),
    );
  }

  #join(index: number): Promise<Member> {
    const { networkFile } = dataDirectory(this.#member(0).directory);
    return this.#open(index, () => readNetworkFile(networkFile), []);
  }

  async #open(index: number, define: DefineNetwork, flags: readonly string[]): Promise<Member> {
    const directory = join(this.#root, String(index));
    await initDataDirectory(dataDirectory(directory), define);
    const address = await openTcpProxy(null);
    return { directory, address, node: await this.#start(index, { directory, address }, flags) };
  }

  async #start(
    index: number,
    { directory, address }: Pick<Member, "directory" | "address">,
    flags: readonly string[] = [],
    binary?: string,
  ): Promise<NodeProcess> {
    const own = ["--public-host", address.host];
    const node = await startNodeProcess(directory, [...this.#flags(index), ...own, ...flags], binary);
    address.leadTo({ port: Number(new URL(node.url).port) });
    return node;
  }

  /** Adds each node as a peer of each other one, like `chainnode peer add`. */
  async #acquaint(): Promise<void> {
    for (const { directory, node } of this.#members) {
      for (const other of this.#members.filter((member) => member.node !== node)) {
        const body = objectToValue({ host: other.address.host });
        const { adminSocket } = dataDirectory(directory);
        await callAdmin(adminSocket, { method: "POST", path: "/peer/add", body });
      }
    }
  }

  #member(index: number): Member {
    const member = this.#members[index];
    if (member === undefined) throw new RangeError(`There is no node ${index}. `);
    return member;
  }
}
