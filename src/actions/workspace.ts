import type { Client } from "../client/index.js";
import { instead } from "../codec/chain-error.js";
import { homeMissing } from "../codec/errors.js";
import { isList, memberOf, type Value } from "../codec/value.js";
import type { AdminCall } from "../ops/admin/admin-client.js";
import type { DataDirectory } from "../data/directory/data-directory.js";
import type { StoppedNode } from "../api/stopped-node.js";
import type { Keystore } from "../data/keys/keystore.js";
import type { NamedKeys } from "../data/keys/named-keys.js";
import type { SqliteDriver } from "../store/sqlite/open-driver.js";
import type { RuleSet } from "../records/rules.js";
import type { StoredCode } from "../records/stored-code.js";
import type { ListCodes } from "./callables.js";
import { nodeBehindProxy } from "./errors.js";

/** The location of a node: an address, of a node on a local data directory or elsewhere; or that of a stopped one. */
export type NodePlace =
  { readonly url: string; readonly directory?: DataDirectory } | { readonly stopped: DataDirectory };

interface WorkspaceOptions {
  /** The path of the data directory, which may be empty. Null: the user has no home directory for the default one. */
  readonly path: string | null;
  /** Whether the user chose the path: then it must be a data directory, or hold keys. */
  readonly isPathChosen: boolean;
  /** The URL of the node to use when the data directory has none, or when `prefersUrl`. */
  readonly url: string;
  /** Whether the URL takes precedence over the data directory. */
  readonly prefersUrl: boolean;
  /** The binding of SQLite; left out: the first that can be loaded. */
  readonly sqliteDriver?: SqliteDriver | undefined;
  readonly note: (text: string) => void;
  /** Registers a function that closes what the workspace has opened. */
  readonly onEnd: (close: () => Promise<void>) => void;
}

/** A running node reports its address immediately. */
const PATIENCE_MS = 5000;

/** The data directory, keys and node that a user works with, each looked up once and loaded on demand. */
export class Workspace {
  readonly #options: WorkspaceOptions;
  #place: Promise<NodePlace> | null = null;
  #stopped: Promise<StoppedNode> | null = null;
  #codes: Promise<readonly StoredCode[]> | null = null;

  constructor(options: WorkspaceOptions) {
    this.#options = options;
  }

  /** Throws `HOME_MISSING` without a data directory. */
  async directory(): Promise<DataDirectory> {
    const { dataDirectory } = await import("../data/directory/data-directory.js");
    const { chooseSqliteDriver } = await import("../store/sqlite/open-driver.js");
    if (this.#options.path === null) throw homeMissing();
    const { sqliteDriver: driver, note } = this.#options;
    chooseSqliteDriver({
      driver,
      onNews: (news) => note(`note: ${news}`),
    });
    return dataDirectory(this.#options.path);
  }

  /**
   * Finds the node: the one at the URL when that takes precedence; otherwise the one that runs on the data directory,
   * found by its admin socket; otherwise the data directory, when it is initialized; otherwise the one at the URL.
   */
  place(): Promise<NodePlace> {
    return (this.#place ??= this.#findNode());
  }

  /**
   * The data directory, whether a node runs on it or not; null when the node is given by URL. Throws
   * `DATA_DIRECTORY_MISSING` for a chosen one with neither a chain nor keys, unless no node is asked either: the URL would
   * show another node.
   */
  async nearestDirectory({ isOffline = false } = {}): Promise<DataDirectory | null> {
    if (this.#options.prefersUrl) return null;
    const found = await this.#initializedDirectory();
    if (found === null && !isOffline && this.#options.isPathChosen) {
      const { assertUsable } = await import("../data/directory/data-directory.js");
      await assertUsable(await this.directory());
    }
    return found;
  }

  /** Reads the stored chain from now on, as if no node ran. False without a data directory, or when it is read already. */
  async givesWay(): Promise<boolean> {
    const stopped = await this.#initializedDirectory();
    if (stopped === null || "stopped" in (await this.place())) return false;
    this.#place = Promise.resolve({ stopped });
    return true;
  }

  /**
   * A client for the node, or for the data directory itself when no node runs on it: that refuses with
   * `NODE_NOT_RUNNING` what only a running node does. Throws `NODE_URL`, or what is wrong with the data directory.
   */
  async client(): Promise<Client> {
    const place = await this.place();
    if ("url" in place) return openClientAt(place.url);
    const node = await this.stoppedNode(place.stopped);
    const { createEngineClient } = await import("../api/engine-client.js");
    const { pathToFileURL } = await import("node:url");
    return createEngineClient(node, pathToFileURL(place.stopped.path).href);
  }

  /** The client of a running node. Throws `NODE_NOT_RUNNING` before the user is asked for anything. */
  async runningClient(): Promise<Client> {
    const place = await this.place();
    if ("url" in place) return openClientAt(place.url);
    const { nodeNotRunning } = await import("../api/errors.js");
    throw nodeNotRunning({ directory: place.stopped.path });
  }

  /** Opens the stored chain of a data directory, and tells the user. */
  stoppedNode(directory: DataDirectory): Promise<StoppedNode> {
    return (this.#stopped ??= this.#openStoppedNode(directory));
  }

  /** Calls the node that runs on the data directory. Throws `NODE_NOT_RUNNING`, or what the node throws. */
  async admin(call: AdminCall): Promise<Value> {
    const { callAdmin } = await import("../ops/admin/admin-client.js");
    const { adminSocket } = await this.directory();
    return callAdmin(adminSocket, call);
  }

  async keystore(): Promise<Keystore> {
    const { createKeystore } = await import("../data/keys/keystore.js");
    const directory = await this.#namedDirectory();
    return createKeystore(directory?.keystore ?? null);
  }

  async keys(): Promise<NamedKeys> {
    const { createNamedKeys } = await import("../data/keys/named-keys.js");
    const keystore = await this.keystore();
    const directory = await this.#namedDirectory();
    return createNamedKeys(keystore, directory);
  }

  /** All registered codes, contracts before requests, broken ones included. The chain is asked once. */
  codes(): Promise<readonly StoredCode[]> {
    if (this.#codes === null) {
      this.#codes = this.#listCodes();
      // A later call may find another node.
      this.#codes.catch(() => (this.#codes = null));
    }
    return this.#codes;
  }

  /** The codes that can be called by name, contracts before requests. */
  readonly readableCodes: ListCodes = async () => {
    const { isReadable } = await import("../records/stored-code.js");
    return (await this.codes()).filter(isReadable);
  };

  /**
   * The rules of the network: those of the definition in the data directory, else of the node; rules 1 when neither says
   * them (PROTOCOL 16). Offline, no node is asked that is not in the data directory.
   */
  async ruleSet({ isOffline = false } = {}): Promise<RuleSet> {
    const directory = await this.nearestDirectory({ isOffline });
    const { DEFAULT_RULES, RULE_SETS } = await import("../records/rules.js");
    if (directory !== null) {
      const { readDefinition } = await import("../data/directory/data-directory.js");
      return RULE_SETS[(await readDefinition(directory)).rules ?? DEFAULT_RULES];
    }
    if (isOffline) return RULE_SETS[DEFAULT_RULES];
    const { askRules } = await import("../client/network-members.js");
    return (await askRules(await openClientAt(this.#options.url))) ?? RULE_SETS[DEFAULT_RULES];
  }

  /** What a transaction must say of its network (PROTOCOL 16.5): by the data directory, else the node; else nothing. */
  async networkMembers({ isOffline = false } = {}): Promise<ReadonlyMap<string, string>> {
    const directory = await this.nearestDirectory({ isOffline });
    if (directory === null && isOffline) return new Map();
    if (directory === null) return (await openClientAt(this.#options.url)).networkMembers();
    const { readDefinition } = await import("../data/directory/data-directory.js");
    const { createNetwork } = await import("../records/network.js");
    const { networkMembers } = await import("../records/transaction-rules.js");
    return networkMembers(createNetwork(await readDefinition(directory)));
  }

  /** The name of the node's network; null for a node given by URL, unless every chainnode knows its network. */
  async networkName(client: Client): Promise<string | null> {
    const place = await this.place();
    const directory = "stopped" in place ? place.stopped : place.directory;
    if (directory !== undefined) {
      const { readDefinition } = await import("../data/directory/data-directory.js");
      return (await readDefinition(directory)).network_name;
    }
    const { recognizeNetwork } = await import("../replay/remote/recognize-network.js");
    // A missing name is not an error: the following requests show whether the node answers.
    const known = await recognizeNetwork(client).catch(instead(null));
    return known?.network_name ?? null;
  }

  async #findNode(): Promise<NodePlace> {
    const directory = await this.nearestDirectory();
    if (directory === null) return { url: this.#options.url };
    const url = await addressOfRunning(directory);
    return url === null ? { stopped: directory } : { url, directory };
  }

  async #namedDirectory(): Promise<DataDirectory | null> {
    return this.#options.path === null ? null : this.directory();
  }

  async #initializedDirectory(): Promise<DataDirectory | null> {
    const { isInitialized } = await import("../data/directory/data-directory.js");
    const directory = await this.#namedDirectory();
    return directory !== null && isInitialized(directory) ? directory : null;
  }

  async #openStoppedNode(directory: DataDirectory): Promise<StoppedNode> {
    const { StoppedNode } = await import("../api/stopped-node.js");
    const { systemClock } = await import("../base/clock/system-clock.js");
    const node = await StoppedNode.open(directory, systemClock);
    this.#options.onEnd(() => node.close());
    this.#options.note(`No node is running: reading the stored chain in ${directory.path}`);
    return node;
  }

  async #listCodes(): Promise<readonly StoredCode[]> {
    const { listCodes } = await import("../client/registered-codes.js");
    return listCodes(await this.client());
  }
}

export async function openClientAt(url: string): Promise<Client> {
  const { createClient } = await import("../client/create-client.js");
  // No retries: the user decides whether to try again.
  return createClient({ url, retries: 0 });
}

/** Null when no node runs on the data directory. */
async function addressOfRunning({ adminSocket }: DataDirectory): Promise<string | null> {
  const { callAdmin } = await import("../ops/admin/admin-client.js");
  const call = { method: "GET", path: "/status" } as const;
  return chooseAddress(
    await callAdmin(adminSocket, call, PATIENCE_MS).catch(instead(null, "NODE_NOT_RUNNING")),
  );
}

/** An address that is reachable from this machine. Plain HTTP is preferred: a certificate may be for another name. */
function chooseAddress(status: Value): string | null {
  const rpc = memberOf(status, "rpc");
  const addresses = isList(rpc) ? rpc.filter((address) => typeof address === "string") : [];
  const chosen = addresses.find((address) => address.startsWith("http:")) ?? addresses[0];
  if (chosen?.startsWith("unix:") === true) throw nodeBehindProxy({ place: chosen });
  return chosen === undefined ? null : toLoopback(chosen);
}

/** A node that listens on every address listens on the loopback too. */
export function toLoopback(address: string): string {
  return address.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}
