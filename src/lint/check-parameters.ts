import { entriesOf, isContainer, isMap, type Value } from "../codec/value.js";
import type { CodeKind } from "../records/code-layout.js";
import { memberPath } from "../records/json-path.js";
import { nearestName, suggestion } from "../base/text/nearest-name.js";
import { parseParameterDefinition, PARAMETER_MEMBERS, PARAMETER_TYPES } from "../records/parameter.js";
import { allCalls, loadedName, type PlacedExpression } from "./calls.js";
import type { Report } from "./report.js";

/** What the node computes: parameters of these names have no effect (PROTOCOL 14.1). */
const IMPLIED: Readonly<Record<CodeKind, readonly string[]>> = {
  contract: ["from", "hash", "size", "version"],
  request: ["version"],
};

/** What every transaction or request holds beside the parameters of its code (PROTOCOL 5.1, 5.7). */
const MEMBERS: Readonly<Record<CodeKind, readonly string[]>> = {
  contract: [...IMPLIED.contract, "type", "timestamp", "cid"],
  request: [...IMPLIED.request, "type", "cid"],
};

/** Checks the definitions of parameters, and that they and the executions name the same ones (PROTOCOL 5.8, 7.17). */
export function checkParameters(
  {
    definitions,
    path,
    kind,
    executions,
  }: {
    readonly definitions: Value;
    readonly path: string;
    readonly kind: CodeKind;
    readonly executions: readonly PlacedExpression[];
  },
  report: Report,
): void {
  if (definitions !== null && !isContainer(definitions)) {
    report(
      "PARAMETER_DEFINITION",
      path,
      "The parameters are neither a map nor a list: no call would be valid.",
    );
    return;
  }
  const declared = new Map<string, string>();
  for (const [key, definition] of definitions === null ? [] : entriesOf(definitions)) {
    const at = memberPath(path, key);
    const name = checkDefinition(definition, at, report);
    if (name === null) continue;
    declared.set(name, at);
    if (isMap(definitions) && name !== key)
      report("PARAMETER_KEY", at, `The name ${name} counts, not the key ${key}.`);
    if (IMPLIED.contract.includes(name))
      report(
        "PARAMETER_IMPLIED",
        at,
        `The node computes ${name} itself; a value from the sender has no effect.`,
      );
  }
  checkUse(declared, MEMBERS[kind], executions, report);
}

export function intendedMember(member: string): string | undefined {
  return member === "required" ? "requirements" : nearestName(member, PARAMETER_MEMBERS);
}

/** Returns the name of the parameter, null when the definition is malformed. */
function checkDefinition(definition: Value, path: string, report: Report): string | null {
  const parameter = parseParameterDefinition(definition);
  if (parameter === null) {
    report("PARAMETER_DEFINITION", path, "This is not a parameter definition: no call would be valid.");
    return null;
  }
  const { name, type, maxlength } = parameter;
  for (const member of isMap(definition) ? definition.keys() : []) {
    if (PARAMETER_MEMBERS.includes(member)) continue;
    const meant = intendedMember(member);
    const question = meant === undefined ? "" : ` Did you mean ${meant}?`;
    report("PARAMETER_MEMBER", memberPath(path, member), `${member} means nothing here.${question}`);
  }
  if (type !== null && !PARAMETER_TYPES.has(type))
    report("PARAMETER_TYPE", path, `The type ${type} is unknown: values are not checked.`);
  if (maxlength === 0)
    report("PARAMETER_MAXLENGTH", path, `${name} has no maxlength: every value but empty text is refused.`);
  return name;
}

function checkUse(
  declared: ReadonlyMap<string, string>,
  implied: readonly string[],
  executions: readonly PlacedExpression[],
  report: Report,
): void {
  const loading = allCalls(executions).filter(({ operator }) => operator === "load_param");
  const names = new Set(loading.map(loadedName));
  for (const call of loading) {
    const name = loadedName(call);
    if (name === null || declared.has(name) || implied.includes(name)) continue;
    const question = suggestion(name, [...declared.keys(), ...implied]) ?? "";
    report("PARAMETER_UNDECLARED", call.path, `The parameter ${name} is not declared. ${question}`.trim());
  }
  // A computed name may be any parameter's.
  if (names.has(null)) return;
  for (const [name, path] of declared)
    if (!names.has(name) && !implied.includes(name))
      report("PARAMETER_UNUSED", path, `${name} is never loaded.`);
}
