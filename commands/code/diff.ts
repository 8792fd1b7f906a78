import { existsSync } from "node:fs";
import { resolveCid } from "../../src/actions/spaces.js";
import { option, positional, type Command, type Context } from "../../src/cli/command.js";
import { diffText } from "../../src/cli/output/diff.js";
import { createStyle } from "../../src/cli/terminal/colour.js";
import { valueToJson } from "../../src/codec/readable-json.js";
import { shownText } from "../../src/codec/shown-text.js";
import { valueToText } from "../../src/codec/text.js";
import { isMap, objectToValue, type ValueMap } from "../../src/codec/value.js";
import { cidOf } from "../../src/records/code.js";
import { completeRecord, layoutOf } from "../../src/records/code-layout.js";
import { listOf, objectOf, TEXT } from "../../src/records/operations/json-schema.js";
import { codeRecord } from "../../src/records/stored-code.js";
import { completeSpaces } from "../call-input.js";
import { readCodeFile } from "./code-files.js";
import * as errors from "./errors.js";

/** Records by kind and name. */
type Records = ReadonlyMap<string, ValueMap>;

const SIDE = "file with codes, or a space of the network: as alice/art, or its cid";

export const command: Command = {
  summary: "show how codes differ between files and spaces of the network",
  description: [
    "Codes are compared by kind and name. A writer or a space that one side leaves open is that of the other side. Prints the lines that differ, - before the first side's and + before the second's.",
  ],
  arguments: [
    positional("<from>", SIDE, { complete: completeSpaces }),
    positional("<to>", SIDE, { complete: completeSpaces }),
  ],
  options: [option("--exit-code", "end with exit code 1 when something differs")],
  examples: ["chainnode code diff alice/token contract.ts", "chainnode code diff old.ts new.ts --exit-code"],
  result: listOf(
    objectOf({ kind: TEXT, name: TEXT, change: { enum: ["added", "removed", "changed"] }, diff: TEXT }),
  ),
  async run(context, input) {
    const [from, to] = [
      await recordsOf(context, input.argument("from")),
      await recordsOf(context, input.argument("to")),
    ];
    const differing = [...new Set([...from.keys(), ...to.keys()])].flatMap((key) => {
      const [left, right] = [from.get(key), to.get(key)];
      const [before, after] = [textOf(left, right), textOf(right, left)];
      if (before === after) return [];
      const [kind = "", name = ""] = JSON.parse(key) as string[];
      const change = left === undefined ? "added" : right === undefined ? "removed" : "changed";
      return [{ kind, name, change, before, after }];
    });
    const isFailure = differing.length > 0 && input.flag("exit-code");
    return {
      data: differing.map(({ kind, name, change, before, after }) =>
        objectToValue({ kind, name, change, diff: diffText(before, after, PLAIN) }),
      ),
      text: ({ style }) =>
        differing
          .map(
            ({ kind, name, change, before, after }) =>
              `${shownText(`${kind} ${name}: ${change}`)}\n${diffText(before, after, style)}`,
          )
          .join(""),
      ...(isFailure ? { failure: errors.codesDiffer({ differing: differing.length }) } : {}),
    };
  },
};

const PLAIN = createStyle({ isTerminal: false, environment: {}, isForbidden: true });

/** The codes of a file, or of a space. Throws as `readCodeFile` and `resolveCid` do. */
async function recordsOf(context: Context, side: string): Promise<Records> {
  const records = existsSync(side)
    ? (await readCodeFile(side, context)).map(({ record }) => record)
    : await recordsInSpace(context, side);
  return new Map(records.map((record) => [keyOf(record), record]));
}

async function recordsInSpace({ workspace }: Context, space: string): Promise<readonly ValueMap[]> {
  const codes = workspace.readableCodes;
  const cid = await resolveCid(space, { keys: await workspace.keys(), codes });
  return (await codes())
    .filter(({ method }) => cidOf(method) === cid)
    .map(codeRecord)
    .filter(isMap);
}

function keyOf(record: ValueMap): string {
  const { kind, name } = layoutOf(record);
  return JSON.stringify([record.get(kind), record.get(name)].map((member) => valueToText(member ?? null)));
}

/** The record as text, with what it leaves open as in the other one. */
function textOf(record: ValueMap | undefined, other: ValueMap | undefined): string {
  if (record === undefined) return "";
  const { space, writer } = layoutOf(other ?? record);
  const [otherSpace, otherWriter] = [other?.get(space), other?.get(writer)];
  if (typeof otherSpace !== "string" || typeof otherWriter !== "string") return valueToJson(record, "  ");
  return valueToJson(completeRecord(record, otherSpace, otherWriter), "  ");
}
