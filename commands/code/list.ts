import type { Command } from "../../src/cli/command.js";
import { hashText, NAME_WIDTH, type View, tableText } from "../../src/cli/output/view.js";
import type { StoredCode } from "../../src/records/stored-code.js";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { objectToValue } from "../../src/codec/value.js";
import { cidOf } from "../../src/records/code.js";
import { isHash } from "../../src/records/fields.js";
import { ADDRESS, HASH, listOf, objectOf, orNull, TEXT } from "../../src/records/operations/json-schema.js";

const COLUMNS = [
  { title: "name", width: NAME_WIDTH },
  { title: "kind" },
  { title: "version", align: "right", width: NAME_WIDTH },
  { title: "format" },
  { title: "writer" },
  { title: "id" },
  { title: "space", width: NAME_WIDTH },
  { title: "cid" },
] as const;

const UNREAD = { name: null, version: null, format: null, writer: null, space: null };

export const command: Command = {
  summary: "list the registered contracts and requests",
  description: [
    "A call names the space of a code with --cid, by its writer and name or by its cid; codes of the network's own space need none.",
    "A chain may hold code that cannot be called. It is listed with the reason. Members that cannot be read are null with --json, and - in the table.",
  ],
  examples: ["chainnode code list", "chainnode code list --json"],
  result: listOf(
    objectOf({
      id: TEXT,
      name: orNull(TEXT),
      kind: TEXT,
      version: orNull(TEXT),
      format: orNull(TEXT),
      writer: orNull(ADDRESS),
      space: orNull(TEXT),
      cid: orNull(HASH),
      broken: orNull(TEXT),
    }),
  ),
  async run(context) {
    const codes = (await context.workspace.codes()).toSorted(byName);
    return {
      data: codes.map(({ id, kind, method, broken }) => {
        const { name, version, format, writer, space } = method ?? UNREAD;
        const cid = method && cidOf(method);
        return objectToValue({ id, name, kind, version, format, writer, space, cid, broken });
      }),
      text: (view) =>
        tableText(
          view,
          codes.some(({ broken }) => broken !== null) ? [...COLUMNS, { title: "broken" }] : COLUMNS,
          codes.map((code) => rowOf(code, view)),
        ),
    };
  },
};

/** By writer, space and name: the network's own codes come first, broken ones last. */
function byName({ method: left }: StoredCode, { method: right }: StoredCode): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  const [one, other] = [left, right].map(({ writer, space, name }) => canonicalJson([writer, space, name]));
  return one === undefined || other === undefined || one === other ? 0 : one < other ? -1 : 1;
}

/** A broken code has no name to refer to it by: its row has the whole id, and one cell more for the reason. */
function rowOf({ id, kind, method, broken }: StoredCode, view: View): readonly string[] {
  const writer = method === null ? "-" : hashText(view, method.writer);
  const row = [method?.name ?? "-", kind, method?.version ?? "-", method?.format ?? "-", writer];
  const space = method === null ? ["-", "-"] : [spaceText(view, method.space), hashText(view, cidOf(method))];
  return broken === null ? [...row, hashText(view, id), ...space] : [...row, id, ...space, broken];
}

/** The network's own space is a hash. */
function spaceText(view: View, space: string): string {
  return isHash(space) ? hashText(view, space) : space;
}
