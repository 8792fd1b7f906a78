import { nodeNotRunning } from "../../api/errors.js";
import { request } from "node:http";
import { canonicalJson } from "../../codec/canonical-json.js";
import { messageOf } from "../../codec/chain-error.js";
import { readErrorMember } from "../../codec/error-member.js";
import { parseJson, utf8ToText } from "../../codec/parse-json.js";
import { isMap, memberOf, type Value } from "../../codec/value.js";
import * as errors from "../errors.js";

export interface AdminCall {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: Value;
}

/** Longer than the longest answer takes, a check of peers that do not respond. */
const PATIENCE_MS = 30_000;

/**
 * Calls the node of a data directory. Throws the node's own error, `NODE_NOT_RUNNING` when no node is running, or
 * `NODE_SILENT` when the node does not respond.
 */
export async function callAdmin(socket: string, call: AdminCall, patienceMs = PATIENCE_MS): Promise<Value> {
  const answer = parseJson(await exchange(socket, call, patienceMs));
  const data = memberOf(answer, "data");
  if (memberOf(answer, "code") === 200n && data !== undefined) return data;
  throw (isMap(answer) ? readErrorMember(answer) : null) ?? errors.adminAnswer();
}

function exchange(socketPath: string, { method, path, body }: AdminCall, timeout: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException): void => {
      const [socket, reason] = [socketPath, messageOf(cause)];
      // A node that has no file descriptor left accepts the connection and ends it at once.
      const isRunning = cause.code === "ECONNRESET" || cause.code === "EPIPE";
      reject(
        isRunning ? errors.nodeSilent({ socket }, { cause }) : nodeNotRunning({ socket, reason }, { cause }),
      );
    };
    const headers = { "content-type": "application/json" };
    const outgoing = request({ socketPath, method, path, headers, timeout }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", fail);
      response.on("end", () => resolve(utf8ToText(Buffer.concat(chunks))));
    });
    outgoing.on("error", fail);
    outgoing.on("timeout", () => {
      reject(errors.nodeSilent({ socket: socketPath }));
      outgoing.destroy();
    });
    outgoing.end(body === undefined ? undefined : canonicalJson(body));
  });
}
