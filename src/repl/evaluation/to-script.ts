import type {
  CallExpression,
  ImportDeclaration,
  Program,
  Statement,
  ModuleDeclaration,
  VariableDeclaration,
  AnyNode,
  Pattern,
} from "acorn";
import { IMPORT_MODULE } from "./import-module.js";

export interface Piece {
  readonly code: string;
  /** When true, the code's value is a promise of `{ value }`. */
  readonly isAwaiting: boolean;
  /** The text if the piece is a single expression, otherwise null. */
  readonly expression: string | null;
  readonly assigned: readonly string[];
}

/**
 * Converts a program to a script, line by line; one that awaits becomes a function with a promise. What a member is
 * taken of, when it is a call of one of the `answering` names, is awaited: `chain.block(3).transactions`.
 */
export function toScript(text: string, program: Program, answering: ReadonlySet<string> = new Set()): Piece {
  const calls = [...answeredCalls(program, answering)];
  const isAwaiting = calls.length > 0 || awaitsItself(program);
  const edits = new Edits(text);
  const names: string[] = [];
  const functions: string[] = [];
  for (const node of program.body) {
    if (node.type === "VariableDeclaration") names.push(...assign(node, edits));
    else if (node.type === "ImportDeclaration") names.push(...load(node, edits));
    else if (node.type === "ClassDeclaration") {
      names.push(node.id.name);
      edits.wrap(node, `void (${node.id.name} = `, ");");
    } else if (node.type === "FunctionDeclaration" && isAwaiting) functions.push(node.id.name);
  }
  for (const node of nodesOf(program, true)) {
    // A script of another global object has no `import` of its own.
    if (node.type === "ImportExpression")
      edits.replace(node.start, node.start + "import".length, IMPORT_MODULE);
  }
  const last = program.body.at(-1);
  const [only] = program.body;
  const isExpression = program.body.length === 1 && only?.type === "ExpressionStatement";
  const expression = isExpression ? text.slice(only.expression.start, only.expression.end) : null;
  if (isAwaiting && last?.type === "ExpressionStatement") {
    edits.replace(last.start, last.expression.start, "return { value: (");
    edits.replace(last.expression.end, last.end, ") };");
  }
  for (const { start, end } of calls) {
    edits.replace(start, start, "(await ");
    edits.replace(end, end, ")");
  }
  const declared = [...names, ...functions];
  const head = declared.length === 0 ? "" : `var ${[...new Set(declared)].join(", ")}; `;
  const assigned = [...declared, ...program.body.flatMap(assignedName)];
  if (!isAwaiting) return { code: head + edits.text(), isAwaiting, expression, assigned };
  const shared = functions.map((name) => `this.${name} = ${name}; `).join("");
  return { code: `${head}(async () => { ${shared}${edits.text()}\n})()`, isAwaiting, expression, assigned };
}

/** The name that `name = value` assigns. */
function assignedName(node: Statement | ModuleDeclaration): readonly string[] {
  if (node.type !== "ExpressionStatement" || node.expression.type !== "AssignmentExpression") return [];
  const { left } = node.expression;
  return left.type === "Identifier" ? [left.name] : [];
}

/** Members of a promise itself. */
const OF_PROMISES: ReadonlySet<string> = new Set(["then", "catch", "finally"]);

/** The calls of these names outside of functions of which a member is taken, and that are not awaited already. */
function* answeredCalls(program: Program, names: ReadonlySet<string>): Generator<CallExpression> {
  for (const node of nodesOf(program, false)) {
    if (node.type !== "MemberExpression" || node.object.type !== "CallExpression") continue;
    const { object: call, property } = node;
    const isOfPromise = property.type === "Identifier" && !node.computed && OF_PROMISES.has(property.name);
    if (!isOfPromise && names.has(rootName(call))) yield call;
  }
}

/** `chain` of `chain.block(3)`; empty when it begins with no name. */
function rootName(node: AnyNode): string {
  if (node.type === "CallExpression") return rootName(node.callee);
  if (node.type === "MemberExpression") return rootName(node.object);
  return node.type === "Identifier" ? node.name : "";
}

/** Whether a program awaits or imports outside of its functions. */
function awaitsItself(program: Program): boolean {
  for (const node of nodesOf(program, false)) {
    if (node.type === "AwaitExpression" || node.type === "ImportDeclaration") return true;
    if (node.type === "ForOfStatement" && node.await) return true;
  }
  return false;
}

/** `const { a } = b, c;` → `void ({ a } = b, c = undefined);` */
function assign(node: VariableDeclaration, edits: Edits): readonly string[] {
  edits.replace(node.start, node.start + node.kind.length, "void (");
  for (const { id, init } of node.declarations)
    if (!init) edits.replace(id.end, id.end, missingValue(node, id));
  const end = node.declarations.at(-1)?.end ?? node.end;
  edits.replace(end, end, ")");
  return node.declarations.flatMap(({ id }) => patternNames(id));
}

/** A `var` without an initializer keeps its value. */
function missingValue(
  { kind }: VariableDeclaration,
  id: VariableDeclaration["declarations"][number]["id"],
): string {
  return kind === "var" && id.type === "Identifier" ? ` = ${id.name}` : " = undefined";
}

/** `import a, { b as c } from "d"` → `({ default: a, b: c } = await import("d"));` */
function load(node: ImportDeclaration, edits: Edits): readonly string[] {
  const names = node.specifiers.map(({ local }) => local.name);
  const source = `await ${IMPORT_MODULE}(${node.source.raw ?? ""})`;
  const members = node.specifiers.flatMap((specifier) => {
    if (specifier.type === "ImportNamespaceSpecifier") return [];
    if (specifier.type === "ImportDefaultSpecifier") return [`default: ${specifier.local.name}`];
    const { imported, local } = specifier;
    return [`${imported.type === "Identifier" ? imported.name : (imported.raw ?? "")}: ${local.name}`];
  });
  const whole = node.specifiers.find(({ type }) => type === "ImportNamespaceSpecifier");
  const target = whole === undefined ? "" : `${whole.local.name} = `;
  const lines = "\n".repeat(
    node.loc === undefined || node.loc === null ? 0 : node.loc.end.line - node.loc.start.line,
  );
  edits.replace(node.start, node.end, `void ({ ${members.join(", ")} } = ${target}${source});${lines}`);
  return names;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

/** Replacements in a text, by positions in the original. */
class Edits {
  readonly #text: string;
  readonly #edits: Edit[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  replace(start: number, end: number, by: string): void {
    this.#edits.push({ start, end, by });
  }

  wrap({ start, end }: Statement | ModuleDeclaration, before: string, after: string): void {
    this.replace(start, start, before);
    this.replace(end, end, after);
  }

  text(): string {
    let out = "";
    let from = 0;
    for (const { start, end, by } of this.#edits.toSorted(
      (left, right) => left.start - right.start || left.end - right.end,
    )) {
      out += this.#text.slice(from, start) + by;
      from = end;
    }
    return out + this.#text.slice(from);
  }
}

/** Yields a syntax node and all nodes below it; those inside functions only with `hasFunctions`. */
function* nodesOf(node: AnyNode, hasFunctions: boolean): Generator<AnyNode, void, undefined> {
  yield node;
  if (!hasFunctions && /Function/.test(node.type)) return;
  for (const member of Object.values(node)) {
    for (const item of Array.isArray(member) ? member : [member]) {
      if (isNode(item)) yield* nodesOf(item, hasFunctions);
    }
  }
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/** The names that a declaration's pattern binds, such as a and b of `{ a, c: [b] }`. */
export function patternNames(pattern: Pattern): readonly string[] {
  switch (pattern.type) {
    case "Identifier":
      return [pattern.name];
    case "ObjectPattern":
      return pattern.properties.flatMap((property) =>
        patternNames(property.type === "RestElement" ? property.argument : property.value),
      );
    case "ArrayPattern":
      return pattern.elements.flatMap((element) => (element === null ? [] : patternNames(element)));
    case "RestElement":
      return patternNames(pattern.argument);
    case "AssignmentPattern":
      return patternNames(pattern.left);
    default:
      // A member expression is an assignment target and binds no name.
      return [];
  }
}
