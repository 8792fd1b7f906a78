import { rm } from "node:fs/promises";
import { join } from "node:path";
import { objectToValue } from "../../src/codec/value.js";
import { callAdmin } from "../../src/node/admin/admin-client.js";
import {
  dataDirectory,
  initDataDirectory,
  type DefineNetwork,
} from "../../src/node/directory/data-directory.js";
import { foundNetwork, readNetworkFile } from "../../src/node/directory/network-file.js";
import type { NetworkConstants } from "../../src/records/network.js";
import { startNodeProcess, type NodeProcess } from "./node-process.js";
import { StandingAddress } from "./standing-address.js";
import { makeTempDirectory } from "./temp-store.js";

export interface NetworkOptions {
  readonly nodes: number;
  /** The constants that differ from those of the public network. */
  readonly constants: Partial<NetworkConstants>;
  /** Flags of `start`, for each node by number. */
  readonly flags?: (index: number) => readonly string[];
}

interface Member {
  readonly directory: string;
  /** The host at which the others reach the node. */
  readonly address: StandingAddress;
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

  get urls(): readonly string[] {
    return this.#members.map(({ node }) => node.url);
  }

  get directories(): readonly string[] {
    return this.#members.map(({ directory }) => directory);
  }

  /** Kills it with SIGKILL. */
  async kill(index: number): Promise<void> {
    const { node, address } = this.#member(index);
    address.leadTo(null);
    await node.kill();
  }

  /** Restarts a node at its previous host. */
  async restart(index: number): Promise<void> {
    const member = this.#member(index);
    member.node = await startNodeProcess(member.directory, this.#flags(index));
    member.address.leadTo(portOf(member.node));
  }

  /** Stops all nodes and returns their exit codes. */
  stop(): Promise<readonly (number | null)[]> {
    return Promise.all(this.#members.map(({ node }) => node.stop()));
  }

  /** Kills the nodes that still run and removes all files. */
  async end(): Promise<void> {
    for (const { address } of this.#members) address.close();
    await Promise.all(this.#members.map(({ node }) => node.kill()));
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

  #join(index: number): Promise<Member> {
    const { networkFile } = dataDirectory(this.#member(0).directory);
    return this.#open(index, () => readNetworkFile(networkFile), []);
  }

  async #open(index: number, define: DefineNetwork, flags: readonly string[]): Promise<Member> {
    const directory = join(this.#root, String(index));
    await initDataDirectory(dataDirectory(directory), define);
    const node = await startNodeProcess(directory, [...this.#flags(index), ...flags]);
    const address = await StandingAddress.open();
    address.leadTo(portOf(node));
    return { directory, address, node };
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

function portOf({ url }: NodeProcess): number {
  return Number(new URL(url).port);
}
