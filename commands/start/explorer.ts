import { toLoopback } from "../../src/actions/workspace.js";
import { existsSync } from "node:fs";
import { readFile, lstat } from "node:fs/promises";
import type { Context } from "../../src/cli/command.js";
import type { Settings } from "../../src/cli/config/resolve.js";
import { messageOf } from "../../src/codec/chain-error.js";
import { fileText } from "../../src/codec/file-text.js";
import { replaceOwnFile } from "../../src/base/files/write-file.js";
import type { Log } from "../../src/base/log.js";
import type { DevTime } from "../../src/dev/dev-time.js";
import type { OpenNode } from "../../src/node/open-node.js";
import { isUnixHost } from "../../src/rpc/listen.js";
import type { ExplorerActions } from "../../src/rpc/explorer-actions.js";
import type { ExplorerOptions } from "../../src/rpc/explorer.js";
import { opsPlace } from "./node-settings.js";
import * as errors from "../errors.js";

export interface PlacedExplorer {
  readonly place: "public" | "ops";
  readonly options: Omit<ExplorerOptions, "api">;
}

interface ExplorerOwner {
  readonly context: Context;
  readonly log: Log;
  /** The node of a development chain, whose page may do more than read, and its time; else null. */
  readonly dev: { readonly opened: OpenNode; readonly devTime: DevTime } | null;
}

/** Reads the explorer's page when it is wanted. Throws `EXPLORER_FILES` or `EXPLORER_OPS` when chosen. */
export async function readExplorer({ context, log, dev }: ExplorerOwner): Promise<PlacedExplorer | null> {
  const { settings, version } = context;
  const chosen = settings.optionalText("explorer");
  const place = chosen ?? (dev === null ? "off" : "public");
  if (place !== "public" && place !== "ops") return null;
  if (place === "ops" && opsPlace(settings) === null) throw errors.explorerOps();
  try {
    const { readExplorerPage } = await import("../../src/rpc/explorer-page.js");
    const options = {
      page: await readExplorerPage(),
      version,
      names: namesOf(settings),
      onError: (error: unknown) => log({ level: "error", module: "rpc", message: messageOf(error) }),
    };
    return {
      place,
      options: dev === null ? options : { ...options, dev: await actionsOf(context, dev) },
    };
  } catch (error) {
    if (chosen !== undefined) throw error;
    log({ level: "warn", module: "rpc", message: messageOf(error) });
    return null;
  }
}

async function actionsOf(
  context: Context,
  { opened: { node }, devTime }: NonNullable<ExplorerOwner["dev"]>,
): Promise<ExplorerActions> {
  const { createDevActions } = await import("../../src/dev/dev-actions.js");
  const { explorerToken } = await context.workspace.directory();
  return { token: await keptToken(explorerToken), actions: createDevActions(node, devTime) };
}

/** The token of the last run, so that an open page goes on after a restart; a new one the first time. */
async function keptToken(file: string): Promise<string> {
  const { createToken, isToken } = await import("../../src/rpc/explorer-actions.js");
  const kept = existsSync(file) ? fileText(await readFile(file), file) : "";
  const isPrivate = kept !== "" && ((await lstat(file)).mode & 0o077) === 0;
  // Others may know a token from a file that they could read, or to which a link of theirs leads.
  if (isPrivate && isToken(kept)) return kept;
  const token = createToken();
  await replaceOwnFile(file, `${token}\n`);
  return token;
}

/** The names by which browsers may know this node. */
export function namesOf(settings: Settings): readonly string[] {
  const names = [settings.text("host"), settings.text("ops-host"), settings.optionalText("public-host")];
  return names.filter((name) => name !== undefined);
}

export function explorerUrl(
  explorer: PlacedExplorer | null,
  rpc: readonly string[],
  ops: string | null,
): string | null {
  const base = explorer?.place === "ops" ? ops : rpc[0];
  // No URL leads to a unix socket.
  if (explorer === null || base === null || base === undefined || isUnixHost(base)) return null;
  const { dev } = explorer.options;
  // A browser sends no fragment, so the token is in no log and no referrer.
  return `${toLoopback(base)}/explorer${dev === undefined ? "" : `#token=${dev.token}`}`;
}
