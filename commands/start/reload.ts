import { createLane } from "../../src/base/lane.js";
import type { Log } from "../../src/base/log.js";
import type { Context } from "../../src/cli/command.js";
import type { Settings } from "../../src/cli/config/resolve.js";
import { SETTINGS } from "../../src/cli/config/settings.js";
import { messageOf } from "../../src/codec/chain-error.js";
import { objectToValue, type Value } from "../../src/codec/value.js";
import type { Node } from "../../src/node/node.js";
import type { RpcServer } from "../../src/rpc/server.js";
import type { NodeLog } from "./node-log.js";
import { miningSettings, peerSettings, tlsFilesOf } from "./node-settings.js";
import { noteCertificate, socketLimits } from "./servers.js";

/** Settings that a running server can change, and how. */
export interface Reloadable {
  readonly settings: readonly string[];
  /** Whether it is applied although the settings are as before, because the files that they name may have changed. */
  readonly isAlways?: boolean;
  /** Returns false when the change needs a restart, and changes nothing then or when it throws. */
  readonly apply: (wanted: Settings) => Promise<boolean | void> | void;
}

/** Reads the settings again and applies those that have changed. Returns what it did; throws what is wrong with the file. */
export type Reload = () => Promise<Value>;

const OF_COMMANDS: ReadonlySet<string> = new Set(["config", "rpc", "json", "full", "quiet", "no-color"]);

/** One reload at a time. A change that needs a restart, or that failed, is named again by each further reload. */
export function createReload(settings: Settings, log: Log, parts: readonly Reloadable[]): Reload {
  const names = SETTINGS.map(({ name }) => name).filter((name) => !OF_COMMANDS.has(name));
  const inForce = new Map(names.map((name) => [name, valueText(settings, name)]));
  const applied = (wanted: Settings, changed: readonly string[]): void => {
    for (const name of changed) inForce.set(name, valueText(wanted, name));
  };
  const lane = createLane();
  return () =>
    lane(async () => {
      const wanted = await settings.again();
      const rest = new Set(names.filter((name) => inForce.get(name) !== valueText(wanted, name)));
      const done: string[] = [];
      const failed: Value[] = [];
      for (const { settings: own, isAlways = false, apply } of parts) {
        const changed = isAlways ? own : own.filter((name) => rest.has(name));
        if (changed.length === 0) continue;
        try {
          if ((await apply(wanted)) === false) continue;
          applied(wanted, changed);
          done.push(...changed);
        } catch (error) {
          const reason = messageOf(error);
          failed.push(objectToValue({ settings: [...changed], reason }));
          const message = "a setting could not be changed, the old one stays";
          log({ level: "error", module: "node", message, fields: { settings: changed.join(" "), reason } });
        }
        for (const name of changed) rest.delete(name);
      }
      const fields = { applied: done.join(" "), restart: [...rest].join(" ") };
      log({ level: "info", module: "node", message: "the settings were read again", fields });
      return objectToValue({ applied: done, restart: [...rest], failed });
    });
}

function valueText(settings: Settings, name: string): string {
  return (
    JSON.stringify(settings.list(name).length > 0 ? settings.list(name) : settings.optionalText(name)) ?? ""
  );
}

/** What every server can change: its log, its limits and its certificate. */
export function serverReloadables(log: NodeLog, server: RpcServer): readonly Reloadable[] {
  const certificate: Reloadable = {
    settings: ["tls-cert", "tls-key"],
    isAlways: true,
    async apply(wanted) {
      await server.reloadTls(tlsFilesOf(wanted));
      await noteCertificate(log, server.certificateEndUs ?? 0);
    },
  };
  return [
    { settings: ["log-level"], apply: (wanted) => log.setLevels(wanted) },
    {
      settings: ["rate-limit", "connections"],
      apply: async (wanted) =>
        server.setLimits({
          rateLimit: wanted.requiredInteger("rate-limit"),
          ...(await socketLimits(wanted, log)),
        }),
    },
    // Without a certificate the port serves HTTP until the node starts again.
    ...(server.certificateEndUs === null ? [] : [certificate]),
  ];
}

/** What a node can change beside that: mining, and the peers that the operator names. */
export function nodeReloadables({ settings }: Context, { mining, peers }: Node): readonly Reloadable[] {
  let { hosts } = peerSettings(settings);
  const named: Reloadable = {
    settings: ["peer"],
    apply(wanted) {
      const before = hosts;
      ({ hosts } = peerSettings(wanted));
      const given = peers?.tracker.given ?? [];
      for (const host of before)
        if (!hosts.includes(host) && given.includes(host)) peers?.tracker.remove(host);
      for (const host of hosts) if (!given.includes(host)) peers?.tracker.name(host);
    },
  };
  return [
    {
      settings: ["mining-threads", "mining-duty"],
      apply: (wanted) => mining.configure(miningSettings(wanted)),
    },
    { settings: ["mine"], apply: (wanted) => (wanted.flag("mine") ? mining.start() : mining.stop()) },
    ...(peers === null ? [] : [named]),
  ];
}

/** Reads the settings again at each SIGHUP. A fault is logged, and the settings in force stay. */
export function reloadAtHangup({ terminal }: Pick<Context, "terminal">, log: Log, reload: Reload): void {
  terminal.onHangup(() => {
    reload().catch((error: unknown) => {
      const message = "the settings could not be read again, the old ones stay";
      log({ level: "error", module: "node", message, fields: { reason: messageOf(error) } });
    });
  });
}
