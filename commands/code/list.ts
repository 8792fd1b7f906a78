import type { Command } from "../../src/cli/command.js";
import { hashText } from "../../src/cli/output/format.js";
import { tableText } from "../../src/cli/output/table.js";
import { objectToValue } from "../../src/codec/value.js";
import { cidOf } from "../../src/records/code.js";
import { ADDRESS, HASH, listOf, objectOf, TEXT } from "../../src/records/operations/json-schema.js";
import { listCodes } from "../shared/code/codes.js";

const COLUMNS = [
  { title: "name" },
  { title: "kind" },
  { title: "version", align: "right" },
  { title: "format" },
  { title: "writer" },
  { title: "id" },
] as const;

export const command: Command = {
  summary: "list the contracts and requests that are registered on the chain",
  examples: [{ line: "chainnode code list" }, { line: "chainnode code list --json" }],
  result: listOf(
    objectOf({
      id: TEXT,
      name: TEXT,
      kind: TEXT,
      version: TEXT,
      format: TEXT,
      writer: ADDRESS,
      space: TEXT,
      cid: HASH,
    }),
  ),
  async run(context) {
    const codes = await listCodes(context);
    return {
      data: codes.map(({ id, method }) => {
        const { name, kind, version, format, writer, space } = method;
        return objectToValue({ id, name, kind, version, format, writer, space, cid: cidOf(method) });
      }),
      text: (view) =>
        tableText(
          view,
          COLUMNS,
          codes.map(({ id, method: { name, kind, version, format, writer } }) => [
            name,
            kind,
            version,
            format,
            hashText(view, writer),
            hashText(view, id),
          ]),
        ),
    };
  },
};
