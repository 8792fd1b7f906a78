import { CONSOLE_NAMES } from "../names/table.js";

/** Keywords that do not begin an expression at a prompt. */
const KEYWORDS = [
  "async",
  "await",
  "class",
  "const",
  "delete",
  "for",
  "function",
  "if",
  "let",
  "new",
  "return",
  "typeof",
  "var",
  "void",
  "while",
];

/** The complete names that continue a dotted expression: `chain.he` → `chain.height`. Nothing is called. */
export function liveNames(word: string, context: object): readonly string[] {
  const path = word.split(".");
  const begun = path.pop() ?? "";
  if (path.length === 0) {
    if (begun === "") return ownNames(context);
    return [...namesOf(context), ...KEYWORDS].filter((name) => name.startsWith(begun));
  }
  let target: unknown = context;
  for (const name of path) target = valueOf(target, name);
  if (target === null || target === undefined) return [];
  return namesOf(target)
    .filter((name) => name.startsWith(begun) && (begun !== "" || !name.startsWith("_")))
    .map((name) => [...path, name].join("."));
}

/** The names that the console adds to JavaScript, if they exist in the context. */
function ownNames(context: object): readonly string[] {
  const names = CONSOLE_NAMES.flatMap(({ name }) => (name.startsWith(".") ? [] : [name.split(".")[0] ?? ""]));
  return [...new Set(names)].filter((name) => name in context);
}

/** The names of an object and its prototypes, except those that every object has. */
function namesOf(target: unknown): readonly string[] {
  const names = new Set<string>();
  for (let object: unknown = Object(target); object !== null; object = Object.getPrototypeOf(object)) {
    const isRoot = Object.getPrototypeOf(object) === null;
    if (isRoot && names.size > 0) break;
    for (const name of Object.getOwnPropertyNames(object))
      if (/^[A-Za-z_$][\w$]*$/.test(name)) names.add(name);
  }
  return [...names];
}

/** Undefined when the property is a getter. */
function valueOf(target: unknown, name: string): unknown {
  for (
    let object: unknown = target === undefined || target === null ? null : Object(target);
    object !== null;
  ) {
    const property = Object.getOwnPropertyDescriptor(object, name);
    if (property !== undefined) return property.value;
    object = Object.getPrototypeOf(object);
  }
  return undefined;
}
