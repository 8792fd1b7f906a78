import type { Context } from "../../src/cli/command.js";
import type { Settings } from "../../src/cli/config/resolve.js";
import { messageOf } from "../../src/codec/chain-error.js";
import type { Log } from "../../src/node/log.js";
import type { ExplorerOptions } from "../../src/rpc/explorer.js";
import { opsPlace } from "./node-settings.js";
import * as errors from "../errors.js";

/** The explorer, and the port that has it. */
export interface PlacedExplorer {
  readonly place: "public" | "ops";
  readonly options: Omit<ExplorerOptions, "api">;
}

/**
 * Reads the explorer's page when it is wanted. A development chain goes on without it when the page was not built, unless
 * the operator chose it. Throws `EXPLORER_FILES` or `EXPLORER_OPS`.
 */
export async function readExplorer({
  context: { settings, version },
  log,
  isDev,
}: {
  readonly context: Context;
  readonly log: Log;
  readonly isDev: boolean;
}): Promise<PlacedExplorer | null> {
  const chosen = settings.optionalText("explorer");
  const place = chosen ?? (isDev ? "public" : "off");
  if (place !== "public" && place !== "ops") return null;
  if (place === "ops" && opsPlace(settings) === null) throw errors.explorerOps();
  try {
    const { readExplorerPage } = await import("../../src/rpc/explorer-page.js");
    return { place, options: { page: await readExplorerPage(), version, names: namesOf(settings) } };
  } catch (error) {
    if (chosen !== undefined) throw error;
    log({ level: "warn", module: "rpc", message: messageOf(error) });
    return null;
  }
}

/** The names by which browsers may know this node. */
function namesOf(settings: Settings): readonly string[] {
  const names = [settings.text("host"), settings.text("ops-host"), settings.optionalText("public-host")];
  return names.filter((name) => name !== undefined);
}

/** The address to open, null when the explorer is off. */
export function explorerUrl(
  explorer: PlacedExplorer | null,
  rpc: readonly string[],
  ops: string | null,
): string | null {
  const base = explorer?.place === "ops" ? ops : rpc[0];
  return explorer === null || base === null || base === undefined ? null : `${openable(base)}/explorer`;
}

/** An address that a browser on this machine can open: a server on all addresses is on the loopback address too. */
function openable(url: string): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}
