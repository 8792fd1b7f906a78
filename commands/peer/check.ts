import { positional, type Command } from "../../src/cli/command.js";
import { tableOutcome, type Outcome } from "../../src/cli/output/outcome.js";
import { hashText, type EntryColumn, type View } from "../../src/cli/output/view.js";
import { isList, memberOf, objectToValue, type Value } from "../../src/codec/value.js";
import {
  ADDRESS,
  BOOLEAN,
  HEIGHT,
  INTEGER,
  listOf,
  objectOf,
  orNull,
  TEXT,
} from "../../src/records/operations/json-schema.js";
import { SET_ASIDE, setAsideText } from "./list.js";
import { textIn } from "../../src/codec/text.js";
import * as errors from "../errors.js";

const COLUMNS: readonly EntryColumn<Value>[] = [
  { title: "host", cell: (check) => textIn(check, "host") },
  { title: "address", cell: (check, view) => hashText(view, textIn(check, "address")) },
  { title: "main block", align: "right", cell: (check) => textIn(check, "main_height") },
  { title: "resource block", align: "right", cell: (check) => textIn(check, "resource_height") },
  { title: "clock", align: "right", cell: (check) => millisecondsIn(check, "clock_offset_ms") },
  { title: "latency", align: "right", cell: (check) => millisecondsIn(check, "latency_ms") },
  { title: "state", cell: stateText },
];

export const command: Command = {
  summary: "check that hosts answer and belong to the network",
  description: [
    "The node of the data directory contacts one host, or all its peers, known hosts and configured hosts, and reports for each: whether it answers and belongs to the network, its heights, the offset of its clock, and the response time. For a host that is set aside it reports until when and why; `chainnode peer add` ends that. Nothing changes. The exit code is 1 when a host is not a peer.",
  ],
  arguments: [positional("[host]", "host as name:port or https://name:port", "all hosts")],
  examples: ["chainnode peer check", "chainnode peer check node.example.org:9900 --json"],
  result: listOf(
    objectOf({
      host: TEXT,
      ok: BOOLEAN,
      address: orNull(ADDRESS),
      main_height: orNull(HEIGHT),
      resource_height: orNull(HEIGHT),
      clock_offset_ms: orNull(INTEGER),
      latency_ms: orNull(INTEGER),
      reason: orNull(TEXT),
      set_aside: orNull(SET_ASIDE),
    }),
  ),
  async run(context, input) {
    const host = input.optionalArgument("host");
    const body = objectToValue(host === undefined ? {} : { host });
    const checks = await context.workspace.admin({ method: "POST", path: "/peer/check", body });
    return toOutcome(isList(checks) ? checks : []);
  },
};

function toOutcome(checks: readonly Value[]): Outcome {
  const outcome = tableOutcome(checks, COLUMNS, (check) => check);
  const failed = checks.filter((check) => memberOf(check, "ok") !== true).length;
  if (checks.length === 0) return { ...outcome, failure: errors.peersNone() };
  return failed === 0
    ? outcome
    : { ...outcome, failure: errors.peerCheck({ failed, checked: checks.length }) };
}

function millisecondsIn(check: Value, name: string): string {
  return memberOf(check, name) === null ? "" : `${textIn(check, name)} ms`;
}

function stateText(check: Value, view: View): string {
  const state = memberOf(check, "ok") === true ? "ok" : textIn(check, "reason");
  const aside = setAsideText(view, memberOf(check, "set_aside"));
  return [state, aside].filter((part) => part !== "").join("; ");
}
