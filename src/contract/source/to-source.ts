import { canonicalJson } from "../../codec/canonical-json.js";
import { parseJson } from "../../codec/parse-json.js";
import { quoted } from "../../codec/readable-json.js";
import { isList, isMap, type Value, type ValueList, type ValueMap } from "../../codec/value.js";
import { layoutOf, METHOD_VERSION, type CodeLayout } from "../../records/code-layout.js";
import { VALUE_TYPES } from "../shapes.js";
import { findParameters, type DeclaredParameter } from "./declared-parameters.js";
import { findState, type DeclaredState } from "./declared-state.js";
import { group, member, print, type Fragment, type Group } from "./fragment.js";
import { ExpressionSource } from "./expression-source.js";
import { memberName } from "./literals.js";

const CLASSIC_MEMBERS = "type,name,version,nonce,writer,parameters,conditions";
const METHOD_MEMBERS = "t,m,n,v,s,w,p,e";
const EXPORT_NAME = /^[A-Za-z_][A-Za-z_0-9]*$/;

/** The names that the builder exports, which declarations of state must not take. */
const EXPORTED: ReadonlySet<string> = new Set([
  ...Object.keys(VALUE_TYPES),
  "contract",
  "definition",
  "float",
  "from",
  "fromJson",
  "literal",
  "local",
  "op",
  "protocolVersion",
  "raw",
  "request",
  "require",
  "respond",
  "timestamp",
  "transactionHash",
  "transactionSize",
  "universal",
  "when",
]);

/** A code as TypeScript that builds the same bytes, else as its JSON. Throws `JSON_SYNTAX`. */
export function toSource(text: string): string {
  const record = parseJson(text);
  const source = isMap(record) ? builderSource(record) : null;
  return source ?? jsonSource(canonicalJson(record));
}

function jsonSource(json: string): string {
  return `import { fromJson } from "chainnode/contract";\n\nexport const code = fromJson(\n  ${quoted(json)},\n);\n`;
}

interface Body {
  readonly conditions: ValueList;
  readonly executions: ValueList;
  /** Undefined unless the code is a request of the classic format. */
  readonly response?: Value;
}

/** Null for a record that the builder does not make. */
function builderSource(record: ValueMap): string | null {
  const layout = layoutOf(record);
  const header = headerOf(record, layout);
  const body = header === null ? null : bodyOf(record, layout);
  if (header === null || body === null) return null;
  const all = [...body.conditions, ...body.executions, body.response ?? null];
  const parameters = findParameters(record.get(layout.parameters) ?? null, all);
  if (parameters === null) return null;
  const kind = header.kind === "request" ? "request" : "contract";
  const exportName = EXPORT_NAME.test(header.name) && !EXPORTED.has(header.name) ? header.name : "code";
  const state = findState(all, new Set([...EXPORTED, exportName]));
  const byName = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  const source = new ExpressionSource({ kind, parameters: byName, state });
  source.imports.add(kind);
  const executions = [
    ...body.conditions.map((pair) => source.condition(...(pair as readonly [Value, string]))),
    ...body.executions.map((execution) => source.execution(execution)),
    ...(body.response === undefined ? [] : [source.response(body.response)]),
  ];
  const members: Fragment[] = [
    ...(layout.format === "classic" ? [['format: "classic"']] : []),
    [`name: ${quoted(header.name)}`],
    [`version: ${quoted(header.version)}`],
    ...(header.space === null ? [] : [[`space: ${quoted(header.space)}`]]),
    ...(header.writer === null ? [] : [[`writer: ${quoted(header.writer)}`]]),
    ...(parameters.length === 0 ? [] : [["parameters: ", parametersDoc(parameters, source)]]),
  ];
  const callback: Fragment = [`${source.usesParameters ? "(param)" : "()"} => `, group("[", executions, "]")];
  const declaration = print([
    `export const ${exportName} = ${kind}`,
    group("(", [[group("{", members, "}")], callback], ")"),
    ";",
  ]);
  const declared = [...source.used].map((each) => stateSource(each, source));
  return (
    [importLine(source.imports), ...(declared.length === 0 ? [] : [declared.join("\n")]), declaration].join(
      "\n\n",
    ) + "\n"
  );
}

interface Header {
  readonly kind: string;
  readonly name: string;
  readonly version: string;
  readonly space: string | null;
  readonly writer: string | null;
}

/** The members before the parameters; null when one is missing, in another place, or of another type. */
function headerOf(record: ValueMap, layout: CodeLayout): Header | null {
  const members = [...record.keys()].join();
  const last = record.get(layout.kind) === "request" ? "response" : "updates";
  if (members !== (layout.format === "method" ? METHOD_MEMBERS : `${CLASSIC_MEMBERS},${last}`)) return null;
  if (layout.format === "method" && record.get("m") !== METHOD_VERSION) return null;
  const [kind, name, version] = [layout.kind, layout.name, layout.version].map((member) =>
    record.get(member),
  );
  const [space = null, writer = null] = [layout.space, layout.writer].map((member) => record.get(member));
  if (kind !== "contract" && kind !== "request") return null;
  if (typeof name !== "string" || typeof version !== "string") return null;
  if (!isTextOrNull(space) || !isTextOrNull(writer)) return null;
  return { kind, name, version, space, writer };
}

function isTextOrNull(value: Value): value is string | null {
  return value === null || typeof value === "string";
}

/** Null when the builder does not make such executions. */
function bodyOf(record: ValueMap, { format }: CodeLayout): Body | null {
  const executions = record.get("e");
  if (format === "method") return isList(executions) ? { conditions: [], executions } : null;
  const conditions = record.get("conditions");
  if (!isList(conditions) || !conditions.every(isPair)) return null;
  if (record.has("response")) return { conditions, executions: [], response: record.get("response") ?? null };
  const updates = record.get("updates");
  const isBuilt = isList(updates) && !updates.some((update) => isMap(update) && update.has("$condition"));
  return isBuilt ? { conditions, executions: updates } : null;
}

function isPair(value: Value): boolean {
  return isList(value) && value.length === 2 && typeof value[1] === "string";
}

function parametersDoc(parameters: readonly DeclaredParameter[], source: ExpressionSource): Group {
  const items = parameters.map((parameter) =>
    member(memberName(parameter.name), parameterDoc(parameter, source)),
  );
  return group("{", items, "}");
}

function parameterDoc({ type, members, definition }: DeclaredParameter, source: ExpressionSource): Fragment {
  source.imports.add(type);
  if (members === null) {
    source.imports.add("definition");
    return ["definition", group("(", [source.operand(definition), [type]], ")")];
  }
  const { max, optional, cases } = members;
  const own = VALUE_TYPES[type].max;
  const deviations: Fragment[] = [
    ...(own !== null && BigInt(own) === max ? [] : [[`max: ${max}`]]),
    ...(optional ? [["optional: true"]] : []),
    ...(members.default === null ? [] : [member("default", source.operand(members.default))]),
    ...(cases === null ? [] : [member("cases", source.operand(cases))]),
  ];
  return deviations.length === 0 ? [type] : [group("{", [[`type: ${type}`], ...deviations], "}")];
}

function stateSource(state: DeclaredState, source: ExpressionSource): string {
  const { kind, attribute, isSingle, value, name } = state;
  source.imports.add(kind).add(value);
  if (!isSingle) source.imports.add("key");
  const members: Fragment[] = [
    ...(isSingle ? [] : [["key"]]),
    [`value: ${value}`],
    ...(state.default === undefined ? [] : [member("default", source.operand(state.default))]),
  ];
  return print([
    `const ${name} = ${kind}`,
    group("(", [[quoted(attribute)], [group("{", members, "}")]], ")"),
    ";",
  ]);
}

function importLine(imports: ReadonlySet<string>): string {
  const names = [...imports].toSorted();
  return print([
    "import ",
    group(
      "{",
      names.map((name) => [name]),
      "}",
    ),
    ' from "chainnode/contract";',
  ]);
}
