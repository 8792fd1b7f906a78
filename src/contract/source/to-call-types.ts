import { quoted } from "../../codec/readable-json.js";
import { parseCode, type Method } from "../../records/code.js";
import type { ParameterDefinition } from "../../records/parameter.js";
import { memberName } from "./literals.js";

const NAME = /^[A-Za-z_$][A-Za-z_$0-9]*$/;
/** What a module cannot declare, and what this one imports. */
const RESERVED: ReadonlySet<string> = new Set(
  "CallableCode arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for fromJson function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield".split(
    " ",
  ),
);

const CONTAINER = "readonly unknown[] | ReadonlyMap<string, unknown> | { readonly [name: string]: unknown }";
/** What a call may give for the types of parameters. */
const TYPES: ReadonlyMap<string | null, string> = new Map([
  ["string", "string"],
  ["int", "number | bigint"],
  ["double", "number"],
  ["bool", "boolean"],
  ["array", CONTAINER],
]);

/**
 * A module with the codes of these texts, for `callContract` and `callRequest` of `chainnode/client`, and the types of
 * their parameters. Throws `CODE_BROKEN`.
 */
export function toCallTypes(texts: readonly string[]): string {
  const taken = new Set(RESERVED);
  const declarations = texts.map((text) => declarationOf(text, taken));
  return [
    "// Written by chainnode code types. Write it again when another version is published.\n",
    'import type { CallableCode } from "chainnode/client";\n',
    'import { fromJson } from "chainnode/contract";\n',
    ...declarations,
  ].join("");
}

function declarationOf(text: string, taken: Set<string>): string {
  const method = parseCode(text);
  const name = freeName(method, taken);
  const type = freeName({ kind: method.kind, name: `${name}Parameters` }, taken);
  const members = (method.parameters ?? []).map((parameter) => `  readonly ${memberText(parameter)};\n`);
  return `
/** The ${method.kind} ${commentText(method.name)}, version ${commentText(method.version)}. */
export const ${name}: CallableCode<${type}> = fromJson(
  ${quoted(text)},
);
export type ${type} = ${members.length === 0 ? "Readonly<Record<string, never>>" : `{\n${members.join("")}}`};
`;
}

function commentText(text: string): string {
  return quoted(text).replaceAll("*/", "*\\/");
}

/** The name of a code, or one like it that is free. */
function freeName({ kind, name }: Pick<Method, "kind" | "name">, taken: Set<string>): string {
  const plain = NAME.test(name) ? name : `${kind}_${name.replaceAll(/[^A-Za-z_$0-9]/g, "_")}`;
  let free = plain;
  for (let count = 2; taken.has(free); count += 1)
    free = kind === "request" && count === 2 ? `${plain}Request` : `${plain}_${count}`;
  taken.add(free);
  return free;
}

function memberText({ name, type, requirements, cases }: ParameterDefinition): string {
  const isText = type === "string" && cases !== null && cases.length > 0;
  const texts = isText ? cases.filter((each) => typeof each === "string").map(quoted) : [];
  const given = texts.length > 0 ? texts.join(" | ") : (TYPES.get(type) ?? "unknown");
  return `${memberName(name)}${requirements ? "" : "?"}: ${given}`;
}
