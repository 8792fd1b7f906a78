import { expect } from "chai";
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { roomOf } from "../support/house-rules.js";
import { readSources } from "../support/read-sources.js";
import { importsOf } from "../support/source-imports.js";

const ROOT = new URL("../../../", import.meta.url);

/** The directories in a directory, with their paths from the project's root. */
function directoriesIn(path: string): readonly string[] {
  const entries = readdirSync(new URL(path, ROOT), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${path}${name}/`);
}

/** The paths that begin the rows of a document's tables. */
function pathsIn(document: string): readonly string[] {
  const text = readFileSync(new URL(document, ROOT), "utf8");
  return Array.from(text.matchAll(/^\| `(test\/[^`]+)` /gm), ([, path = ""]) => path);
}

/** The imports from one inner room into another of the same room. */
function importsOfInnerRooms(): readonly (readonly [from: string, to: string])[] {
  const innerRoomOf = (path: string): string => `${path.split("/").slice(0, 3).join("/")}/`;
  return Array.from(readSources("src")).flatMap(([path, source]) =>
    importsOf(source)
      .filter(({ specifier }) => specifier.startsWith("."))
      .map(({ specifier }) => posix.join(posix.dirname(path), specifier))
      .filter((target) => roomOf(target) === roomOf(path))
      .map((target) => [innerRoomOf(path), innerRoomOf(target)] as const),
  );
}

/** The rooms that ARCHITECTURE.md lists, each followed by its inner rooms. */
function mappedRooms(): readonly string[] {
  const text = readFileSync(new URL("ARCHITECTURE.md", ROOT), "utf8");
  const rooms: string[] = [];
  for (const [, room = "", owns = ""] of text.matchAll(/^- `(src\/[a-z]+\/)`(.*(?:\n  .*)*)/gm)) {
    rooms.push(room);
    for (const [, inner = ""] of owns.matchAll(/`([a-z]+\/)`/g)) rooms.push(`${room}${inner}`);
  }
  return rooms;
}

describe("the map of the rooms in ARCHITECTURE.md", () => {
  const mapped = mappedRooms();

  it("has each directory of src, and each one inside these", () => {
    const rooms = directoriesIn("src/");
    expect(mapped).to.have.members([...rooms, ...rooms.flatMap(directoriesIn)]);
  });

  it("lists an inner room above those that it imports", () => {
    const order = importsOfInnerRooms().filter(([from, to]) => mapped.includes(from) && mapped.includes(to));
    expect(order.length).to.be.greaterThan(0);
    const upwards = order.filter(([from, to]) => mapped.indexOf(from) > mapped.indexOf(to));
    expect([...new Set(upwards.map(([from, to]) => `${from} imports ${to}`))]).to.deep.equal([]);
  });
});

describe("the table of the tests in CONTRIBUTING.md", () => {
  it("has each directory of test that mirrors no room", () => {
    const mirrors = new Set([...directoriesIn("src/"), "src/commands/", "src/support/"]);
    const others = directoriesIn("test/").filter((path) => !mirrors.has(path.replace("test/", "src/")));
    expect(pathsIn("CONTRIBUTING.md").map((path) => `${path}/`)).to.have.members(others);
  });
});
