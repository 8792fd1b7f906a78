import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { listenLocally } from "./listen-locally.js";

/** A proxy before a server, which a test lets pass, cuts, or makes silent. */
export interface TcpProxy {
  readonly port: number;
  /** Passes nothing any more, and closes nothing: as when a cable is pulled. Or passes again. */
  setSilent(isSilent: boolean): void;
  /** Calls the listener with what a client sends, before it is passed on. */
  onSent(listener: (bytes: Buffer) => void): void;
  /** Ends all connections. */
  cut(): void;
  close(): Promise<void>;
}

export async function openTcpProxy(target: {
  readonly host: string;
  readonly port: number;
}): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const listeners: ((bytes: Buffer) => void)[] = [];
  let isSilent = false;
  const server = createServer((client) => {
    const upstream = connect(target);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes: Buffer) => {
        if (isSilent) return;
        if (from === client) for (const listener of listeners) listener(bytes);
        to.write(bytes);
      });
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        if (!isSilent) to.destroy();
      });
    }
  });
  const port = await listenLocally(server);
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    setSilent(silent) {
      isSilent = silent;
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
