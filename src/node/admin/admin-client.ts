import { request } from "node:http";
import { canonicalJson } from "../../codec/canonical-json.js";
import { ChainError, type ErrorKind } from "../../codec/chain-error.js";
import { parseJson, utf8ToText } from "../../codec/parse-json.js";
import { valueToText } from "../../codec/text.js";
import { entriesOf, isContainer, memberOf, type Value } from "../../codec/value.js";
import { notRunning } from "../not-running.js";

export interface AdminCall {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: Value;
}

const ERROR_KINDS: readonly ErrorKind[] = [
  "refused",
  "usage",
  "unreachable",
  "not-found",
  "local",
  "busy",
  "unavailable",
];

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
  throw refusalOf(answer);
}

function exchange(socketPath: string, { method, path, body }: AdminCall, timeout: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown): void => reject(notRunning({ socket: socketPath }, cause));
    const headers = { "content-type": "application/json" };
    const outgoing = request({ socketPath, method, path, headers, timeout }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", fail);
      response.on("end", () => resolve(utf8ToText(Buffer.concat(chunks))));
    });
    outgoing.on("error", fail);
    outgoing.on("timeout", () => {
      reject(nodeSilent(socketPath));
      outgoing.destroy();
    });
    outgoing.end(body === undefined ? undefined : canonicalJson(body));
  });
}

function nodeSilent(socket: string): ChainError {
  return new ChainError("NODE_SILENT", "The node of the data directory does not answer. ", {
    kind: "unreachable",
    details: { socket },
    advice:
      "It may be suspended, or busy beyond measure: look at its log. To go by its RPC address: --rpc <url>",
  });
}

function refusalOf(answer: Value): ChainError {
  const [code, message, kind, advice] = ["error", "msg", "kind", "advice"].map((name) =>
    memberOf(answer, name),
  );
  return new ChainError(
    typeof code === "string" ? code : "ANSWER_MALFORMED",
    typeof message === "string" ? message : "The node's answer is none. ",
    {
      kind: ERROR_KINDS.find((known) => known === kind) ?? "unavailable",
      ...(typeof advice === "string" ? { advice } : {}),
      details: detailsIn(memberOf(answer, "details")),
    },
  );
}

function detailsIn(details: Value | undefined): Readonly<Record<string, string | number>> {
  if (details === undefined || !isContainer(details)) return {};
  const texts = Array.from(entriesOf(details), ([name, value]) => [name, valueToText(value)] as const);
  return Object.fromEntries(texts);
}
