import { Workspace } from "../src/actions/workspace.js";
import { DATA_DIR } from "../src/cli/config/settings.js";
import type { BareContext, ProgramContext } from "../src/cli/command.js";
import type { SqliteDriver } from "../src/store/sqlite/open-driver.js";

declare module "../src/cli/command.js" {
  interface ProgramContext {
    readonly workspace: Workspace;
  }
}

const RPC = "rpc";

export function openContext(context: BareContext): ProgramContext {
  const { settings, note, onEnd } = context;
  const workspace = new Workspace({
    path: settings.optionalText(DATA_DIR) ?? null,
    isPathChosen: settings.originOf(DATA_DIR) !== "default",
    url: settings.text(RPC),
    prefersUrl: isNodeNamed(context),
    sqliteDriver: sqliteDriverOf(context),
    note,
    onEnd,
  });
  return { workspace };
}

export function sqliteDriverOf({ settings }: BareContext): SqliteDriver | undefined {
  return settings.optionalText("sqlite-driver") as SqliteDriver | undefined;
}

/** Whether a setting names the node, by its URL. `--data-dir` as a flag precedes a URL in the environment. */
export function isNodeNamed({ settings }: BareContext): boolean {
  const origin = settings.originOf(RPC);
  return origin !== "default" && !(origin === "environment" && settings.originOf(DATA_DIR) === "flag");
}
