import { Workspace } from "../src/actions/workspace.js";
import { DATA_DIR } from "../src/cli/config/settings.js";
import type { BareContext, Context, ProgramContext } from "../src/cli/command.js";
import type { SqliteDriver } from "../src/store/sqlite/open-driver.js";

declare module "../src/cli/command.js" {
  interface ProgramContext {
    readonly workspace: Workspace;
  }
}

const RPC = "rpc";

/** @param url of the node, instead of the one that the settings name. */
export function openContext(context: BareContext, url?: string): ProgramContext {
  const { settings, note, onEnd } = context;
  const workspace = new Workspace({
    path: settings.optionalText(DATA_DIR) ?? null,
    isPathChosen: settings.originOf(DATA_DIR) !== "default",
    url: url ?? settings.text(RPC),
    prefersUrl: url !== undefined || isNodeNamed(context),
    sqliteDriver: sqliteDriverOf(context),
    note,
    onEnd,
  });
  return { workspace };
}

/** The same keys with the node at a URL; null for the node of the settings. */
export function withNodeAt(context: Context, url: string | null): Context {
  return url === null ? context : { ...context, ...openContext(context, url) };
}

export function sqliteDriverOf({ settings }: BareContext): SqliteDriver | undefined {
  return settings.optionalText("sqlite-driver") as SqliteDriver | undefined;
}

/** Whether a setting names the node, by its URL. `--data-dir` as a flag precedes a URL in the environment. */
export function isNodeNamed({ settings }: BareContext): boolean {
  const origin = settings.originOf(RPC);
  return origin !== "default" && !(origin === "environment" && settings.originOf(DATA_DIR) === "flag");
}
