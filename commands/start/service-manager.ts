import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Environment } from "../../src/cli/terminal/terminal.js";
import { messageOf } from "../../src/codec/chain-error.js";
import type { Log } from "../../src/base/log.js";

/**
 * Tells systemd about this process, as sd_notify(3) describes: that it is ready, that it is alive, and that it stops.
 * Node.js has no datagram sockets, so systemd's own program `systemd-notify` sends the messages; the unit needs
 * NotifyAccess=all.
 */
interface ServiceManager {
  /** Reports that the node can be used, and from then on twice in each watchdog interval that it is alive. */
  ready(node: WatchedNode): Promise<void>;
  stopping(): Promise<void>;
}

export interface WatchedNode {
  /** Whether the process can serve. Without an answer systemd restarts it. */
  readonly isAlive: () => Promise<boolean>;
  readonly status: () => string;
}

const MESSAGE_TIMEOUT_MS = 10_000;
const US_PER_MS = 1000;
const PINGS_AN_INTERVAL = 2;
/** Without a watchdog, the status is still renewed. */
const STATUS_MS = 30_000;

const run = promisify(execFile);

/** Null when no service manager listens (NOTIFY_SOCKET is not set). A message that is not delivered is logged. */
export function findServiceManager(environment: Environment, log: Log): ServiceManager | null {
  if ((environment["NOTIFY_SOCKET"] ?? "") === "") return null;
  let timer: NodeJS.Timeout | undefined;
  const notify = async (state: string, status: string): Promise<void> => {
    try {
      // A line break would begin another message.
      const words = [state, `STATUS=${status.replaceAll(/\s+/g, " ")}`];
      await run("systemd-notify", words, { env: environment, timeout: MESSAGE_TIMEOUT_MS });
    } catch (error) {
      const fields = { reason: messageOf(error) };
      log({
        level: "error",
        module: "node",
        message: "systemd-notify did not reach the service manager",
        fields,
      });
    }
  };
  return {
    async ready({ isAlive, status }) {
      await notify("READY=1", status());
      const tick = async (): Promise<void> => {
        if (await isAlive()) await notify("WATCHDOG=1", status());
        // A timer that is gone means that the node stops.
        timer?.refresh();
      };
      timer = setTimeout(() => void tick(), watchdogMs(environment) ?? STATUS_MS).unref();
    },
    async stopping() {
      clearTimeout(timer);
      timer = undefined;
      await notify("STOPPING=1", "stopping after the block under way");
    },
  };
}

/** The time between two signs of life, null when systemd expects none of this process. */
function watchdogMs({ WATCHDOG_USEC: interval, WATCHDOG_PID: pid }: Environment): number | null {
  const isMeant = pid === undefined || Number(pid) === process.pid;
  const intervalUs = Number(interval);
  return isMeant && intervalUs > 0 ? intervalUs / US_PER_MS / PINGS_AN_INTERVAL : null;
}
