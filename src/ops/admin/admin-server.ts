import { rm } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { canonicalJson } from "../../codec/canonical-json.js";
import { ChainError, messageOf, type ErrorKind } from "../../codec/chain-error.js";
import { errorToValue } from "../../codec/error-member.js";
import { internal } from "../../codec/errors.js";
import { parseJson, utf8ToText } from "../../codec/parse-json.js";
import { objectToValue, type Value } from "../../codec/value.js";
import type { AdminHandler } from "./admin-routes.js";
import { listenOnSocket } from "../../base/listening.js";
import { readBytes } from "../../base/read-bytes.js";
import * as errors from "../errors.js";

export interface AdminServer {
  close(): Promise<void>;
}

const OTHERS_MAY_NOT = 0o177;
const MAX_BODY_BYTES = 65_536;
const STATUS_OF_KIND: Partial<Readonly<Record<ErrorKind, number>>> = {
  unavailable: 503,
  "not-found": 404,
  internal: 500,
};

/**
 * Serves HTTP with JSON bodies on a socket in the data directory that only its owner may open. The caller must hold the
 * lock of the data directory, so an existing socket file is stale. Throws `ADMIN_SOCKET`.
 */
export async function openAdminServer(
  socket: string,
  routes: ReadonlyMap<string, AdminHandler>,
): Promise<AdminServer> {
  const server = createServer((request, response) => {
    void respond(request, routes).then(({ status, body }) => {
      response.writeHead(status, { "content-type": "application/json" }).end(canonicalJson(body));
    });
  });
  try {
    await rm(socket, { force: true });
    await listenOnSocket(server, socket, OTHERS_MAY_NOT);
  } catch (cause) {
    server.close();
    throw errors.adminSocket({ socket, reason: messageOf(cause) }, { cause });
  }
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Response {
  readonly status: number;
  readonly body: Value;
}

async function respond(
  request: IncomingMessage,
  routes: ReadonlyMap<string, AdminHandler>,
): Promise<Response> {
  try {
    const route = `${request.method ?? ""} ${request.url ?? ""}`;
    const handler = routes.get(route);
    if (handler === undefined) throw errors.adminRoute({ route });
    const body = await readBytes(request, MAX_BODY_BYTES);
    const data = await handler(body.length === 0 ? undefined : parseJson(utf8ToText(body)));
    return { status: 200, body: objectToValue({ code: 200n, data }) };
  } catch (error) {
    return failureResponse(error);
  }
}

/** Reports failures in full: only the owner of the node can ask here. */
function failureResponse(error: unknown): Response {
  const known = error instanceof ChainError ? error : internal({ reason: messageOf(error) });
  const status = STATUS_OF_KIND[known.kind] ?? 400;
  const body = objectToValue({
    code: BigInt(status),
    status: "fail",
    msg: known.message,
    error: errorToValue(known),
  });
  return { status, body };
}
