import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { passLater } from "../../src/dev/testnet/slow-line.js";
import { listenLocally } from "./listen-locally.js";

/** A proxy before a server, which a test lets pass, cuts, or makes silent. */
export interface TcpProxy {
  readonly port: number;
  readonly host: string;
  /** Leads new connections to another server from now on; null to none. The server may end and start at another port. */
  leadTo(target: Target | null): void;
  /** Passes nothing any more, and closes nothing: as when a cable is pulled. Or passes again. */
  setSilent(isSilent: boolean): void;
  /** Passes everything half of this later in either direction, from now on. */
  setLatency(ms: number): void;
  /** Calls the listener with what a client sends, before it is passed on. */
  onSent(listener: (bytes: Buffer) => void): void;
  /** Ends all connections. */
  cut(): void;
  close(): Promise<void>;
}

interface Target {
  readonly host?: string;
  readonly port: number;
}

export async function openTcpProxy(first: Target | null): Promise<TcpProxy> {
  let target = first;
  const sockets = new Set<Socket>();
  const listeners: ((bytes: Buffer) => void)[] = [];
  let isSilent = false;
  let latencyMs = 0;
  const server = createServer((client) => {
    if (target === null) {
      client.destroy();
      return;
    }
    const upstream = connect(target);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("close", () => sockets.delete(from));
      const passes = (bytes: Buffer): boolean => {
        if (!isSilent && from === client) for (const listener of listeners) listener(bytes);
        return !isSilent;
      };
      passLater(from, to, { delayMs: () => latencyMs / 2, passes, ends: () => !isSilent });
    }
  });
  const port = await listenLocally(server);
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    host: `127.0.0.1:${port}`,
    leadTo(next) {
      target = next;
    },
    setSilent(silent) {
      isSilent = silent;
    },
    setLatency(ms) {
      latencyMs = ms;
    },
    onSent: (listener) => void listeners.push(listener),
    cut,
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
