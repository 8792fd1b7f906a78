import { isBuiltin } from "node:module";
import { posix } from "node:path";
import { importsOf, withoutComments } from "./source-imports.js";

/** The rules of the house that a machine can check: which way imports run, and who may use what. */

/** Source files by path from the project's root, with `/`. */
export type Sources = ReadonlyMap<string, string>;

/** The floors from the top; the rooms of one floor do not know each other. */
const FLOORS: readonly (readonly string[])[] = [
  ["bin"],
  ["commands", "src/index.ts"],
  ["src/cli", "src/explorer"],
  ["src/rpc", "src/repl", "src/testing"],
  ["src/actions"],
  ["src/dev"],
  ["src/node"],
  ["src/readers"],
  ["src/ops"],
  ["src/api"],
  ["src/replay"],
  ["src/data"],
  ["src/peers"],
  ["src/signer"],
  ["src/consensus"],
  ["src/ledger"],
  ["src/lint"],
  ["src/system", "src/store", "src/vm", "src/client", "src/contract"],
  ["src/records"],
  ["src/base"],
  ["src/codec"],
];
const FLOOR_OF: ReadonlyMap<string, number> = new Map(
  FLOORS.flatMap((rooms, floor) => rooms.map((room) => [room, floor] as const)),
);

/**
 * The rooms that know fewer than the floors below them: the command line knows no engine, and the explorer's page runs in a
 * browser.
 */
const KNOWN_ROOMS: ReadonlyMap<string, readonly string[]> = new Map([
  ["src/cli", ["src/records", "src/base", "src/codec"]],
  ["src/explorer", ["src/client", "src/contract", "src/base", "src/codec"]],
]);

/** The packages that only some rooms may import. */
const PACKAGE_ROOMS: ReadonlyMap<string, readonly string[]> = new Map([
  ["acorn", ["src/repl"]],
  ["decimal.js", ["src/repl"]],
  ["diff", ["src/cli", "src/explorer"]],
  ["fast-check", ["src/testing"]],
  ["pg", ["src/store"]],
  ["sodium-native", ["src/codec"]],
  ["sqlite3", ["src/store"]],
  ["koa", ["src/rpc"]],
  ["preact", ["src/explorer"]],
  ["@koa/router", ["src/rpc"]],
  ["koa-body", ["src/rpc"]],
  ["commander", ["commands", "src/cli"]],
  ["chalk", ["commands", "src/cli"]],
  ["pino", ["commands"]],
  ["@inquirer/prompts", ["commands", "src/cli"]],
]);

/** The rooms without side effects, and their one file that may use the runtime, for hashing and verifying. */
const PURE_ROOMS: ReadonlySet<string> = new Set([
  "src/codec",
  "src/records",
  "src/vm",
  "src/system",
  "src/contract",
  "src/lint",
]);
const PRIMITIVES = "src/codec/primitives.ts";
const IMPURE =
  /\bDate\.now\b|\bnew Date\b|\bMath\.random\b|\bperformance\.now\b|\bprocess\.[a-zA-Z]|\bset(?:Timeout|Interval|Immediate)\b/;

/** Every rule that the sources break, one sentence each. */
export function findViolations(sources: Sources): readonly string[] {
  const violations: string[] = [];
  for (const [path, source] of sources) {
    for (const { specifier } of importsOf(source)) violations.push(...checkImport(path, specifier));
    const effect = isPure(path) ? IMPURE.exec(withoutComments(source)) : null;
    if (effect !== null) violations.push(`${path} uses ${effect[0]}, and its room has no effects.`);
  }
  return [...violations, ...findCircles(sources)];
}

/** The room of a file: its first directory, or the first two below src. */
export function roomOf(path: string): string {
  const [first = "", second = ""] = path.split("/");
  return first === "src" ? `src/${second}` : first;
}

function checkImport(path: string, specifier: string): readonly string[] {
  const room = roomOf(path);
  const target = targetOf(path, specifier);
  if (target !== null) return checkArrow(path, target);
  const owners = PACKAGE_ROOMS.get(packageOf(specifier));
  if (owners !== undefined && !owners.includes(room))
    return [`${path} imports ${specifier}, which only ${owners.join(" and ")} may.`];
  if (isPure(path) && isBuiltin(specifier) && !(path === PRIMITIVES && specifier === "node:crypto"))
    return [`${path} imports ${specifier}, but its room must have no side effects.`];
  return [];
}

function checkArrow(path: string, target: string): readonly string[] {
  const [from, to] = [roomOf(path), roomOf(target)];
  if (from === to) return [];
  const [fromFloor, toFloor] = [FLOOR_OF.get(from), FLOOR_OF.get(to)];
  if (fromFloor === undefined) return [`${path} is in ${from}, which is not a room of the house.`];
  if (toFloor === undefined) return [`${path} imports ${target}, which is in no room of the house.`];
  const known = KNOWN_ROOMS.get(from);
  if (known !== undefined && !known.includes(to))
    return [`${path} imports ${target}, and ${from} knows only ${known.join(" and ")}.`];
  if (toFloor > fromFloor) return [];
  return [`${path} imports ${target}: ${toFloor === fromFloor ? "sideways" : "upwards"}.`];
}

/** Circles of files, and of the rooms inside a room; an import of a type alone counts too. */
function findCircles(sources: Sources): readonly string[] {
  const files = new Map<string, Set<string>>();
  const innerRooms = new Map<string, Set<string>>();
  for (const [path, source] of sources) {
    const [needed, from] = [new Set<string>(), innerRoomOf(path)];
    files.set(path, needed);
    for (const { specifier } of importsOf(source)) {
      const target = sourceOf(sources, targetOf(path, specifier));
      if (target === null) continue;
      needed.add(target);
      const to = innerRoomOf(target);
      if (from === null || to === null || from === to || roomOf(path) !== roomOf(target)) continue;
      innerRooms.set(from, (innerRooms.get(from) ?? new Set()).add(to));
    }
  }
  return [...circlesOf(files), ...circlesOf(innerRooms)];
}

function circlesOf(graph: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const circles: string[] = [];
  const finished = new Set<string>();
  const trail: string[] = [];
  const visit = (node: string): void => {
    if (finished.has(node)) return;
    const start = trail.indexOf(node);
    if (start >= 0) {
      circles.push(`A circle: ${[...trail.slice(start), node].join(" → ")}.`);
      return;
    }
    trail.push(node);
    for (const next of graph.get(node) ?? []) visit(next);
    trail.pop();
    finished.add(node);
  };
  for (const node of graph.keys()) visit(node);
  return circles;
}

/** The directory of a file inside a room; null for a file of the room itself. */
function innerRoomOf(path: string): string | null {
  const room = roomOf(path);
  const [inner, ...rest] = path.slice(room.length + 1).split("/");
  return rest.length === 0 ? null : `${room}/${inner}`;
}

/** The file that an import names, null for a package. */
function targetOf(path: string, specifier: string): string | null {
  if (specifier === "#primitives") return PRIMITIVES;
  if (!specifier.startsWith(".")) return null;
  return posix.join(posix.dirname(path), specifier).replace(/\.js$/, ".ts");
}

/** The source with this path, or with that of a file with JSX; null for any other file. */
function sourceOf(sources: Sources, path: string | null): string | null {
  return [path, `${path}x`].find((path) => path !== null && sources.has(path)) ?? null;
}

function packageOf(specifier: string): string {
  const [scope = "", name = ""] = specifier.split("/");
  return scope.startsWith("@") ? `${scope}/${name}` : scope;
}

function isPure(path: string): boolean {
  return PURE_ROOMS.has(roomOf(path));
}
