import { mkdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { replaceFile } from "../../src/base/files/write-file.js";
import { option, positional, type Command } from "../../src/cli/command.js";
import { ZERO_ADDRESS } from "../../src/codec/address.js";
import { refusedFile } from "../../src/codec/file-error.js";
import { valueToJson } from "../../src/codec/readable-json.js";
import { shownText } from "../../src/codec/shown-text.js";
import { objectToValue, type Value } from "../../src/codec/value.js";
import type { Place } from "../../src/contract/source-map.js";
import { parseCode, type Method } from "../../src/records/code.js";
import { listOf, objectOf, TEXT } from "../../src/records/operations/json-schema.js";
import { completeSource, readCodeFile, type CodeSource } from "./code-files.js";

export const command: Command = {
  summary: "write codes as JSON, with their source maps and the schemas of their calls",
  description: [
    "For each code of the files it writes NAME.code.json, the record as it is submitted, with null for a writer or a space that publication fills in; NAME.map.json, the file, line and column by JSON path, with the labels of debug(), for a code of chainnode/contract; and NAME.schema.json, the JSON Schema of the parameters of a call. A request with the name of a contract is NAME.request. The same sources give the same bytes.",
  ],
  arguments: [
    positional("<file...>", "JSON file, or JavaScript or TypeScript module that exports code records"),
  ],
  options: [option("--out <directory>", "directory to write to", "build")],
  examples: ["chainnode code build contract.ts", "chainnode code build contracts/*.ts --out dist --json"],
  result: listOf(objectOf({ name: TEXT, kind: TEXT, version: TEXT, files: listOf(TEXT) })),
  async run(context, input) {
    const out = input.option("out") ?? "build";
    await mkdir(out, { recursive: true }).catch(refusedFile(out));
    const sources: CodeSource[] = [];
    for (const file of input.rest("file")) sources.push(...(await readCodeFile(file, context)));
    const contracts = new Set(
      sources.map(methodOf).flatMap(({ kind, name }) => (kind === "contract" ? [name] : [])),
    );
    const built: { readonly method: Method; readonly files: readonly string[] }[] = [];
    for (const source of sources) {
      const method = methodOf(source);
      const isSecond = method.kind === "request" && contracts.has(method.name);
      // The name is the author's, and part of a path.
      const name = `${encodeURIComponent(method.name)}${isSecond ? ".request" : ""}`;
      const places = [...source.places].map(([path, place]) => [path, placeFrom(out, place)] as const);
      const contents: readonly (readonly [string, Value])[] = [
        [`${name}.code.json`, source.record],
        ...(places.length === 0 ? [] : [[`${name}.map.json`, new Map<string, Value>(places)] as const]),
        [`${name}.schema.json`, schemaOfCall(method)],
      ];
      for (const [file, value] of contents)
        await replaceFile(join(out, file), `${valueToJson(value, "  ")}\n`);
      built.push({ method, files: contents.map(([file]) => join(out, file)) });
    }
    return {
      data: built.map(({ method: { name, kind, version }, files }) =>
        objectToValue({ name, kind, version, files }),
      ),
      text: () => built.flatMap(({ files }) => files.map((file) => `${shownText(file)}\n`)).join(""),
    };
  },
};

function methodOf(source: CodeSource): Method {
  return parseCode(completeSource(source, { writer: ZERO_ADDRESS, space: "" }).text);
}

function placeFrom(directory: string, { file, line, column, labels }: Place): Value {
  const place = { file: relative(directory, file), line: BigInt(line), column: BigInt(column) };
  return objectToValue({ ...place, labels: labels && [...labels] });
}

const SCHEMA_TYPES: Readonly<Record<string, Value>> = {
  string: "string",
  int: "integer",
  double: "number",
  bool: "boolean",
  array: ["array", "object"],
};

/** What a call may give: of a text, JSON Schema counts characters where the chain counts bytes. */
function schemaOfCall({ name, parameters }: Method): Value {
  const known = parameters ?? [];
  const properties = known.map((parameter) => {
    const type = SCHEMA_TYPES[parameter.type ?? ""];
    return [
      parameter.name,
      objectToValue({
        type,
        maxLength:
          parameter.type === "string" && parameter.maxlength > 0 ? BigInt(parameter.maxlength) : undefined,
        enum: parameter.cases ?? undefined,
        default: parameter.requirements || parameter.default === null ? undefined : parameter.default,
      }),
    ] as const;
  });
  return new Map<string, Value>([
    ["$schema", "https://json-schema.org/draft/2020-12/schema"],
    ["title", name],
    ["type", "object"],
    ["properties", new Map<string, Value>(properties)],
    ["required", known.filter(({ requirements }) => requirements).map((parameter) => parameter.name)],
  ]);
}
