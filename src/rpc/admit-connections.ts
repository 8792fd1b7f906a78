import type { Server } from "node:http";
import type { Socket } from "node:net";
import { Server as TlsServer } from "node:tls";
import type { ConnectionOrigin } from "./callers.js";
import type { ConnectionGate } from "./connection-gate.js";
import type { ServerLimits } from "./limits.js";
import { takeProxyHeader } from "./proxy-header.js";
import { endWith } from "./refuse-connection.js";
import * as errors from "./errors.js";

/** The connections that have not begun to be read as HTTP or TLS, by their server. */
const unread = new WeakMap<Server, Set<Socket>>();

/** Lets the connections of a server through the gate, after their PROXY headers, before node:http reads them. */
export function admitConnections(
  server: Server,
  gate: ConnectionGate,
  { proxyHeaderMs, headersTimeoutMs }: Pick<ServerLimits, "proxyHeaderMs" | "headersTimeoutMs">,
): void {
  const { callers } = gate;
  const readers = server.listeners("connection");
  const waiting = new Set<Socket>();
  unread.set(server, waiting);

  function admit(socket: Socket, origin: ConnectionOrigin | null): void {
    if (origin === null) {
      socket.destroy();
      return;
    }
    gate.admit(socket, origin, {
      proceed() {
        const proceed = (): void => {
          waiting.delete(socket);
          for (const read of readers) read.call(server, socket);
        };
        if (server instanceof TlsServer) refusePlain(socket, headersTimeoutMs, proceed);
        else proceed();
      },
      end(refusal) {
        // Without the keys of TLS, no client could read it.
        if (server instanceof TlsServer) socket.destroy();
        else endWith(socket, refusal);
      },
    });
  }

  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    waiting.add(socket);
    // An error without a listener would end the process.
    socket.on("error", () => socket.destroy()).once("close", () => waiting.delete(socket));
    if (callers.needsHeader(socket))
      takeProxyHeader(socket, proxyHeaderMs, (header) => admit(socket, callers.named(socket, header)));
    else admit(socket, callers.originOf(socket));
  });
}

/** The first byte of a connection with TLS: its record is a handshake. */
const HANDSHAKE = 22;

/** Tells a client that does not speak TLS where it is. What any other sends is left to be read. */
function refusePlain(socket: Socket, timeoutMs: number, proceed: () => void): void {
  const timer = setTimeout(() => socket.destroy(), timeoutMs);
  const look = (): void => {
    const bytes = socket.read() as Buffer | null;
    if (bytes === null) return;
    clearTimeout(timer);
    socket.off("readable", look);
    if (bytes[0] === HANDSHAKE) {
      socket.unshift(bytes);
      proceed();
    } else endWith(socket.resume(), errors.httpsPort());
  };
  socket.on("readable", look).once("close", () => clearTimeout(timer));
}

/** Ends what `closeAllConnections` does not know yet. */
export function closeUnread(server: Server): void {
  for (const socket of unread.get(server) ?? []) socket.destroy();
}
