import { existsSync } from "node:fs";
import { aborted } from "../../src/actions/wait.js";
import type { Context } from "../../src/cli/command.js";
import type { Input } from "../../src/cli/input/input.js";
import {
  assertBlockTime,
  keepSetting,
  miningSettings,
  OFF,
  peerSettings,
  poolLimits,
  postgresServers,
  readBlockTime,
  signerSettings,
  type BlockTime,
} from "./node-settings.js";
import type { NodeLog } from "./node-log.js";
import type { Serving } from "./servers.js";
import { sqliteDriverOf } from "../workspace.js";
import * as errors from "../errors.js";

/** What stands for a result when the user has ended the wait for it. */
export const STOP: unique symbol = Symbol("stop");

type Opened = Pick<Serving, "opened" | "devTime" | "isVolatile">;

/** Opens the node, after a check if one is wanted. A stop ends the check at a block, and does not wait for the rest. */
export async function openChecked(
  context: Context,
  log: NodeLog,
  input: Input,
  stopping: Promise<typeof STOP>,
): Promise<Opened | typeof STOP> {
  const wanted = { isDev: input.flag("dev"), blockTime: readBlockTime(input.option("block-time")) };
  const isDev = await Promise.race([prepareDirectory(context, wanted), stopping]);
  if (isDev === STOP) return STOP;
  const isVolatile = input.flag("volatile");
  if (!isDev && (isVolatile || wanted.blockTime !== undefined)) throw errors.devOption();
  if (input.flag("check")) await assertSound(context);
  const flags = {
    isDev,
    isVolatile,
    mayLoseBlocks: input.flag("accept-loss"),
    takesLease: input.flag("take-lease"),
  };
  return Promise.race([open(context, log, flags), stopping]);
}

interface WantedChain {
  readonly isDev: boolean;
  readonly blockTime: BlockTime | undefined;
}

/** Whether it holds a development chain. Makes one when there is no chain and one is wanted. */
async function prepareDirectory(
  context: Context,
  { isDev: isWanted, blockTime }: WantedChain,
): Promise<boolean> {
  const directories = await import("../../src/data/directory/data-directory.js");
  const { isDevNetwork } = await import("../../src/data/dev-network.js");
  const directory = await context.workspace.directory();
  const isPresetGiven = context.settings.originOf("preset") === "flag";
  if (isPresetGiven && isWanted) throw errors.presetOfDev();
  if (isWanted && !directories.isInitialized(directory)) {
    const intervalUs = blockTime === OFF ? undefined : blockTime;
    await (await import("../../src/data/dev-directory.js")).initDevDirectory(directory, { intervalUs });
  }
  const { definition, identity } = await directories.openDataDirectory(directory);
  if (isPresetGiven && isDevNetwork(definition)) throw errors.presetOfDev();
  if (isPresetGiven && !context.settings.flag("genesis")) throw errors.presetOption();
  if (isDevNetwork(definition)) {
    assertBlockTime(blockTime, definition);
    return identity.node.address === definition.genesis_address;
  }
  if (!isWanted) return false;
  throw errors.notADevNetwork({ network: definition.network_name, directory: directory.path });
}

/** Throws the fault of a damaged chain. A directory without a chain has none. */
async function assertSound(context: Context): Promise<void> {
  const { checkChain } = await import("../data/check.js");
  const { faultError } = await import("../../src/data/chain/data-fault.js");
  const { databaseFile } = await context.workspace.directory();
  const findings = existsSync(databaseFile) ? await checkChain(context) : null;
  if (findings !== null) throw faultError(findings);
}

interface OpeningFlags {
  readonly isDev: boolean;
  readonly mayLoseBlocks: boolean;
  readonly isVolatile: boolean;
  readonly takesLease: boolean;
}

/** Opens the node of the data directory; that of a development chain has no peers. */
async function open(
  context: Context,
  log: NodeLog,
  { isDev, mayLoseBlocks, isVolatile, takesLease }: OpeningFlags,
): Promise<Opened> {
  const { openNode } = await import("../../src/node/open-node.js");
  const { systemClock } = await import("../../src/base/clock/system-clock.js");
  const { WarpClock } = await import("../../src/base/clock/warp-clock.js");
  const { DevTime } = await import("../../src/dev/dev-time.js");
  const { chooseSqliteDriver } = await import("../../src/store/sqlite/open-driver.js");
  const directory = await context.workspace.directory();
  const { settings } = context;
  // The log says it, which may be read by a program.
  const onNews = (message: string): void => log({ level: "warn", module: "node", message });
  chooseSqliteDriver({ driver: sqliteDriverOf(context), onNews });
  const postgres = await postgresServers(settings);
  const signer = isDev ? undefined : await signerSettings(settings, takesLease);
  const warpClock = new WarpClock(systemClock);
  const opened = await openNode({
    directory,
    clock: isDev ? warpClock : systemClock,
    log,
    mayLoseBlocks,
    isVolatile,
    poolLimits: poolLimits(settings),
    mining: miningSettings(settings),
    keep: keepSetting(settings),
    ...(isDev ? {} : { peers: peerSettings(settings) }),
    ...(postgres === undefined ? {} : { postgres }),
    ...(signer === undefined ? {} : { signer }),
  });
  return { opened, devTime: isDev ? await DevTime.resume(opened.node, warpClock) : null, isVolatile };
}

/** Resolves when this signal is aborted. */
export async function stopOf(signal: AbortSignal): Promise<typeof STOP> {
  await aborted(signal);
  return STOP;
}
