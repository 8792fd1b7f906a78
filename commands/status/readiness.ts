import type { Outcome } from "../../src/cli/output/outcome.js";
import { fieldsText, type Field } from "../../src/cli/output/view.js";
import { timedOut, connectionFailure } from "../../src/client/failures.js";
import { ChainError, attempted } from "../../src/codec/chain-error.js";
import { readNodeAddress, type NodeAddress } from "../../src/client/node-address.js";
import { readBody } from "../../src/client/read-body.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { isList, isMap, memberOf, type Value } from "../../src/codec/value.js";
import {
  BOOLEAN,
  described,
  INTEGER,
  listOf,
  objectOf,
  TEXT,
} from "../../src/records/operations/json-schema.js";
import { textIn } from "../../src/codec/text.js";
import * as errors from "../errors.js";

const PATIENCE_MS = 5000;
/** Many times as much as all checks take. */
const MAX_READINESS_BYTES = 1_048_576;

export const READINESS = objectOf({
  ready: BOOLEAN,
  verdict: described(TEXT, "`ready`, or `not ready:` and the reasons."),
  checks: listOf({
    ...objectOf({
      name: TEXT,
      ok: BOOLEAN,
      since: described(INTEGER, "Since when the result is what it is, µs."),
    }),
    description: "A check that fails adds `message` and `fix`.",
  }),
});

/** Asks the ops address of a node whether the node is ready. Throws `NODE_URL`, `UNREACHABLE`, `TIMEOUT` or `OPS_ANSWER`. */
export async function askReadiness(address: string): Promise<Outcome> {
  const node = readNodeAddress(address);
  const data = parseReadiness(await fetchText(node), node.url);
  return {
    data,
    text: (view) => fieldsText(view, [...verdictFields(data), ...problemFields(memberOf(data, "checks"))]),
    ...readinessFailure(data),
  };
}

async function fetchText({ url, headers }: NodeAddress): Promise<string> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    const body = await readBody(await fetch(`${url}/readyz`, { headers, signal }), MAX_READINESS_BYTES);
    return new TextDecoder().decode(body);
  } catch (cause) {
    if (cause instanceof ChainError) throw cause;
    throw signal.aborted ? timedOut(url, PATIENCE_MS) : connectionFailure(url, cause);
  }
}

function parseReadiness(text: string, url: string): Value {
  const data = attempted(() => parseJson(text), null);
  if (isMap(data) && typeof data.get("ready") === "boolean") return data;
  throw errors.opsAnswer({ url });
}

export function verdictFields(status: Value): readonly Field[] {
  return [["verdict", textIn(status, "verdict")]];
}

export function problemFields(problems: Value | undefined): readonly Field[] {
  return (isList(problems) ? problems : [])
    .filter((problem) => memberOf(problem, "ok") !== true)
    .map((problem) => ["to do", textIn(problem, "fix")]);
}

/** The failure of a node that is not ready, for the exit code. */
export function readinessFailure(status: Value): { readonly failure?: ChainError } {
  if (memberOf(status, "ready") === true) return {};
  return { failure: errors.readiness() };
}
