import type { ImportDeclaration, Program } from "acorn";
import { parseSource } from "./parse-source.js";
import { patternNames } from "./to-script.js";

type Declaration = Program["body"][number];

/** Joins statements into one program: those that declare a name again use `var`. */
export function toRedeclarable(sources: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const source of sources)
    for (const name of declaredIn(source)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return sources.map((source) =>
    declaredIn(source).some((name) => (counts.get(name) ?? 0) > 1) ? withVars(source) : source,
  );
}

function declaredIn(source: string): readonly string[] {
  const parsed = parseSource(source);
  return parsed.isComplete ? parsed.program.body.flatMap(namesOf) : [];
}

function namesOf(node: Declaration): readonly string[] {
  if (node.type === "VariableDeclaration") return node.declarations.flatMap(({ id }) => patternNames(id));
  if (node.type === "ImportDeclaration") return node.specifiers.map(({ local }) => local.name);
  return node.type === "ClassDeclaration" ? [node.id.name] : [];
}

function withVars(source: string): string {
  const parsed = parseSource(source);
  if (!parsed.isComplete) return source;
  let text = parsed.text;
  for (const node of parsed.program.body.toReversed()) {
    const whole = text.slice(node.start, node.end);
    text = text.slice(0, node.start) + withVar(node, whole) + text.slice(node.end);
  }
  return text.trim();
}

function withVar(node: Declaration, text: string): string {
  if (node.type === "VariableDeclaration") return `var${text.slice(node.kind.length)}`;
  if (node.type === "ClassDeclaration") return `var ${node.id.name} = ${text};`;
  return node.type === "ImportDeclaration" ? importText(node) : text;
}

function importText({ specifiers, source }: ImportDeclaration): string {
  const module = `await import(${source.raw ?? ""})`;
  const parts = specifiers.map((specifier) => {
    const { name } = specifier.local;
    if (specifier.type === "ImportNamespaceSpecifier") return `${name} = ${module}`;
    if (specifier.type === "ImportDefaultSpecifier") return `{ default: ${name} } = ${module}`;
    const { imported } = specifier;
    return `{ ${imported.type === "Identifier" ? imported.name : (imported.raw ?? "")}: ${name} } = ${module}`;
  });
  return parts.length === 0 ? `${module};` : `var ${parts.join(", ")};`;
}
