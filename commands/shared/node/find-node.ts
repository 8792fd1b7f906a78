import { DATA_DIR } from "../../../src/cli/config/settings.js";
import type { Context } from "../../../src/cli/context.js";
import { ChainError } from "../../../src/codec/chain-error.js";
import { isList, memberOf, type Value } from "../../../src/codec/value.js";
import type { DataDirectory } from "../../../src/node/directory/data-directory.js";
import { ownDirectory } from "./own-directory.js";

/**
 * The location of a command's node: an address, of a node on a local data directory or elsewhere; or the data
 * directory of a stopped node.
 */
export type NodePlace =
  { readonly url: string; readonly directory?: DataDirectory } | { readonly stopped: DataDirectory };

const RPC = "rpc";
/** A running node reports its address immediately. */
const PATIENCE_MS = 5000;
const places = new WeakMap<Context, Promise<NodePlace>>();

/**
 * Finds the node of the command: the one that `--rpc` or its setting names (a `--data-dir` on the command line takes
 * precedence over the environment); otherwise the one that runs on the data directory, found by its admin socket;
 * otherwise the data directory, when it is initialized; otherwise the node at the default address. Looked up once a
 * command.
 */
export function findNode(context: Context): Promise<NodePlace> {
  const place = places.get(context) ?? lookUp(context);
  places.set(context, place);
  return place;
}

/**
 * Makes the data directory the command's node, as if no node ran. Returns false when there is no data directory, or
 * it is the node already.
 */
export async function givesWay(context: Context): Promise<boolean> {
  const directory = await initializedDirectory(context);
  if (directory === null || "stopped" in (await findNode(context))) return false;
  places.set(context, Promise.resolve({ stopped: directory }));
  return true;
}

async function lookUp(context: Context): Promise<NodePlace> {
  const directory = await nearestDirectory(context);
  if (directory === null) return { url: context.settings.text(RPC) };
  const url = await addressOfRunning(directory);
  return url === null ? { stopped: directory } : { url, directory };
}

/** The data directory of a command, whether a node runs on it or not; null when the command addresses a node by URL. */
export async function nearestDirectory(context: Context): Promise<DataDirectory | null> {
  const { settings } = context;
  const isDirectoryNearer =
    settings.originOf(RPC) === "environment" && settings.originOf(DATA_DIR) === "flag";
  if (settings.originOf(RPC) !== "default" && !isDirectoryNearer) return null;
  return initializedDirectory(context);
}

async function initializedDirectory(context: Context): Promise<DataDirectory | null> {
  const [{ isInitialized }, directory] = await Promise.all([
    import("../../../src/node/directory/data-directory.js"),
    ownDirectory(context),
  ]);
  return isInitialized(directory) ? directory : null;
}

/** Null when no node runs on the data directory. */
async function addressOfRunning({ adminSocket }: DataDirectory): Promise<string | null> {
  const { callAdmin } = await import("../../../src/node/admin/admin-client.js");
  try {
    return chooseAddress(await callAdmin(adminSocket, { method: "GET", path: "/status" }, PATIENCE_MS));
  } catch (error) {
    if (error instanceof ChainError && error.code === "NODE_NOT_RUNNING") return null;
    throw error;
  }
}

/** An address that is reachable from this machine. Plain HTTP is preferred: a certificate may be for another name. */
function chooseAddress(status: Value): string | null {
  const rpc = memberOf(status, "rpc");
  const addresses = isList(rpc) ? rpc.filter((address) => typeof address === "string") : [];
  const chosen = addresses.find((address) => address.startsWith("http:")) ?? addresses[0];
  return chosen === undefined ? null : toLoopback(chosen);
}

/** A node that listens on every address listens on the loopback too. */
function toLoopback(address: string): string {
  return address.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}
