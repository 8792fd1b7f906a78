import { DATA_DIR } from "../../../src/cli/config/settings.js";
import type { Context } from "../../../src/cli/context.js";
import { ChainError } from "../../../src/codec/chain-error.js";
import { isList, memberOf, type Value } from "../../../src/codec/value.js";
import type { DataDirectory } from "../../../src/node/directory/data-directory.js";
import { ownDirectory } from "./own-directory.js";

/** Where a command's node is: at an address, running on a data directory of ours or elsewhere; or stopped, in its data directory. */
export type NodePlace =
  { readonly url: string; readonly directory?: DataDirectory } | { readonly stopped: DataDirectory };

const RPC = "rpc";
/** A node that runs knows its address at once. */
const PATIENCE_MS = 5000;
const places = new WeakMap<Context, Promise<NodePlace>>();

/**
 * The node that `--rpc` names, wherever that is set, though not in the environment beside a `--data-dir` on the line;
 * else the one that runs on the data directory, by its admin socket; else the data directory, when it has been
 * initialized; else the one at the default address. Looked up once a command.
 */
export function findNode(context: Context): Promise<NodePlace> {
  const place = places.get(context) ?? lookUp(context);
  places.set(context, place);
  return place;
}

/**
 * From now on the command's node is the data directory, as if none ran. False where there is none, or it is that
 * already.
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

/** The data directory that a command is about, whether a node runs on it or not; null when it is about an address. */
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

/** One that can be reached from this machine: plain HTTP before a certificate that may be in another's name. */
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
