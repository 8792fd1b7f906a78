import { Workspace } from "../src/actions/workspace.js";
import { DATA_DIR } from "../src/cli/config/settings.js";
import type { Context } from "../src/cli/command.js";
import type { SqliteDriver } from "../src/store/sqlite/open-driver.js";

const RPC = "rpc";
const workspaces = new WeakMap<Context, Workspace>();

/** The workspace of a command, from its settings. Every call for one context returns the same. */
export function workspaceOf(context: Context): Workspace {
  const { settings, note, onEnd } = context;
  const opened =
    workspaces.get(context) ??
    new Workspace({
      path: settings.text(DATA_DIR),
      url: settings.text(RPC),
      prefersUrl: isNodeNamed(context),
      sqliteDriver: sqliteDriverOf(context),
      note,
      onEnd,
    });
  workspaces.set(context, opened);
  return opened;
}

/** The binding of SQLite that was chosen, if any. */
export function sqliteDriverOf({ settings }: Context): SqliteDriver | undefined {
  return settings.optionalText("sqlite-driver") as SqliteDriver | undefined;
}

/**
 * Whether a setting names the node, by its URL. A `--data-dir` on the command line takes precedence over a URL in the
 * environment.
 */
export function isNodeNamed({ settings }: Context): boolean {
  const origin = settings.originOf(RPC);
  return origin !== "default" && !(origin === "environment" && settings.originOf(DATA_DIR) === "flag");
}
