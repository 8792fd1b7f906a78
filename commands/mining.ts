import type { Command } from "../src/cli/command.js";
import { fieldsOutcome } from "../src/cli/output/outcome.js";
import type { Field } from "../src/cli/output/view.js";
import { memberOf, type Value } from "../src/codec/value.js";
import { BOOLEAN, INTEGER, objectOf } from "../src/records/operations/json-schema.js";

export const miningCommands = {
  start: miningCommand("POST", "/mining/start", {
    summary: "start mining on the running node",
    description: [
      "The node of the data directory mines resource blocks with its settings mining-threads and mining-duty. Main blocks pay the rewards, so nothing is paid while there are no transactions.",
    ],
    examples: ["chainnode mining start"],
  }),
  stop: miningCommand("POST", "/mining/stop", {
    summary: "stop mining on the running node",
    description: [
      "Without new resource blocks, a chain stops once its last confirmed resource block is its newest one, until a node mines again.",
    ],
    examples: ["chainnode mining stop"],
  }),
  status: miningCommand("GET", "/mining", {
    summary: "show the mining status of the running node",
    examples: ["chainnode mining status", "chainnode mining status --json"],
  }),
};

function miningCommand(
  method: "GET" | "POST",
  path: "/mining" | "/mining/start" | "/mining/stop",
  about: Pick<Command, "summary" | "description" | "examples">,
): Command {
  return {
    ...about,
    result: objectOf({
      mining: BOOLEAN,
      searching: BOOLEAN,
      threads: INTEGER,
      duty: INTEGER,
      hash_rate: INTEGER,
      resource_height: INTEGER,
      standing_still: BOOLEAN,
    }),
    async run(context) {
      const status = await context.workspace.admin({ method, path });
      return fieldsOutcome(status, statusFields(status));
    },
  };
}

function statusFields(status: Value): readonly Field[] {
  const [threads, duty, rate, height] = ["threads", "duty", "hash_rate", "resource_height"].map((name) =>
    Number(memberOf(status, name)),
  );
  const isOn = memberOf(status, "mining") === true;
  const fields: Field[] = [
    ["mining", isOn ? `${threads} thread${threads === 1 ? "" : "s"}, ${duty} % of the time` : "off"],
    ["resource block", String(height)],
  ];
  if (isOn) fields.push(["tries per second", Number(rate).toLocaleString("en")]);
  // PROTOCOL 9.14.
  if (memberOf(status, "standing_still") === true)
    fields.push(["standing still", "no main block can be sealed until a new resource block is mined"]);
  return fields;
}
