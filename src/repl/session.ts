import { mayBeSecret } from "./history.js";
import type { ImportDeclaration, Program } from "acorn";
import { parseSource } from "./evaluation/parse-source.js";
import { patternNames } from "./evaluation/to-script.js";

interface Statement {
  readonly source: string;
  /** Its text when it is one expression, otherwise null. */
  readonly expression: string | null;
  readonly hasResult: boolean;
}

const LEFT_OUT = "// A statement that may hold a secret was left out here.";

export class Session {
  #statements: Statement[] = [];

  record(statement: Statement): void {
    this.#statements.push(statement);
  }

  clear(): void {
    this.#statements = [];
  }

  toLines(): string {
    return linesText(this.#print(({ source }) => source.trim()));
  }

  /** A program that prints the results that were shown. */
  toScript(): string {
    const lines = this.#print(({ source, expression, hasResult }) => {
      if (expression === null) return source.trim();
      return hasResult ? `print(await (${expression}));` : `await (${expression});`;
    });
    return linesText(toRedeclarable(lines));
  }

  #print(toText: (statement: Statement) => string): readonly string[] {
    return this.#statements.map((statement) =>
      mayBeSecret(statement.source) ? LEFT_OUT : toText(statement),
    );
  }
}

function linesText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

type Declaration = Program["body"][number];

/** Joins statements into one program: those that declare a name again use `var`. */
function toRedeclarable(sources: readonly string[]): readonly string[] {
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
