import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { messageOf } from "../codec/chain-error.js";
import { parseJson, utf8ToText } from "../codec/parse-json.js";
import { systemClock } from "../base/clock/system-clock.js";
import { listening, listenOnSocket } from "../base/listening.js";
import type { Log } from "../base/log.js";
import { RepeatedFault } from "../base/repeated-fault.js";
import type { SignerAddress } from "./address.js";
import type { KeyHolder, SignerClient } from "./key-holder.js";
import { refusalToValue, IDLE_MS, LineReader, MAX_REQUEST_BYTES, writeLine } from "./wire.js";
import * as errors from "./errors.js";

export interface SignerServer {
  close(): Promise<void>;
}

const MAX_CONNECTIONS = 64;
const OTHERS_MAY_NOT = 0o177;

/**
 * Serves a signer at a socket that only its user may open, or by TLS to those whose certificate is one of `ca` or signed
 * by it. The caller must hold the lock of the signer's directory. Throws `SIGNER_LISTEN`.
 */
export async function openSignerServer(
  signer: KeyHolder,
  address: SignerAddress,
  log: Log,
): Promise<SignerServer> {
  const sockets = new Set<Socket>();
  const serve = (socket: Socket): void => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    serveConnection(signer, socket);
  };
  const server = "path" in address ? createServer(serve) : createTls(address, serve, log);
  server.maxConnections = MAX_CONNECTIONS;
  try {
    if ("path" in address) await listenOnSocket(server, address.path, OTHERS_MAY_NOT);
    else await listening(server, () => server.listen(address.port, address.host));
  } catch (cause) {
    const named = "path" in address ? address.path : `${address.host}:${address.port}`;
    throw errors.signerListen({ address: named, reason: messageOf(cause) }, { cause });
  }
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function createTls(
  { tls }: Extract<SignerAddress, { readonly host: string }>,
  serve: (socket: Socket) => void,
  log: Log,
): Server {
  const asked = { requestCert: true, rejectUnauthorized: true, minVersion: "TLSv1.3" } as const;
  const server = createTlsServer({ ...tls, ...asked, handshakeTimeout: IDLE_MS }, serve);
  const faults = new RepeatedFault(systemClock);
  server.on("tlsClientError", ({ message: reason }) => {
    const message = `a connection without a certificate that counts was refused: ${reason}`;
    if (!faults.isTold(message)) log({ level: "warn", module: "signer", message });
  });
  return server;
}

/** Answers one request after the other. Whatever breaks the rules ends the connection, and with it the lease. */
function serveConnection(signer: KeyHolder, socket: Socket): void {
  const client: SignerClient = { node: null };
  const lines = new LineReader(MAX_REQUEST_BYTES);
  // The time begins with each request, not with each byte.
  let idle = setTimeout(() => socket.destroy(), IDLE_MS);
  let isAnswering = false;
  const answer = async (line: Buffer): Promise<void> => {
    isAnswering = true;
    try {
      writeLine(socket, await signer.answer(client, parseJson(utf8ToText(line))));
    } catch (error) {
      writeLine(socket, refusalToValue(error));
    }
    isAnswering = false;
  };
  socket.on("data", (piece: Buffer) => {
    try {
      if (isAnswering) throw errors.signerRequest({ reason: "another one was sent before it was answered" });
      const line = lines.take(piece);
      if (line === null) return;
      clearTimeout(idle);
      idle = setTimeout(() => socket.destroy(), IDLE_MS);
      void answer(line);
    } catch (error) {
      writeLine(socket, refusalToValue(error));
      socket.destroySoon();
    }
  });
  // The close that follows says all.
  socket.on("error", () => undefined);
  socket.once("close", () => {
    clearTimeout(idle);
    signer.leave(client);
  });
}
