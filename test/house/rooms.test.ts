import { expect } from "chai";
import { readdirSync, readFileSync } from "node:fs";

const ROOT = new URL("../../../", import.meta.url);

/** The directories in a directory, with their paths from the project's root. */
function directoriesIn(path: string): readonly string[] {
  const entries = readdirSync(new URL(path, ROOT), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${path}${name}/`);
}

/** The paths that begin the rows of the document's tables. */
function mappedRooms(document: string): readonly string[] {
  return Array.from(document.matchAll(/^\| `(src\/[^`]+)` /gm), ([, path = ""]) => path);
}

describe("the map of the rooms in ARCHITECTURE.md", () => {
  const mapped = mappedRooms(readFileSync(new URL("ARCHITECTURE.md", ROOT), "utf8"));

  it("has each directory of src, and each one inside a room whose inner rooms it lists", () => {
    const parents = new Set(mapped.map((path) => path.replace(/[^/]+\/$/, "")));
    expect([...parents]).to.include.members(["src/", "src/node/", "src/replay/"]);
    expect([...mapped].toSorted()).to.deep.equal([...parents].flatMap(directoriesIn).toSorted());
  });
});
