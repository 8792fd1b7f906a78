import { expect } from "chai";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ANSWERERS } from "../../src/ledger/requests/answer-system-request.js";
import { HANDLERS } from "../../src/api/operations/handlers.js";
import { createNetwork, PUBLIC_NETWORK } from "../../src/records/network.js";
import { EVENTS } from "../../src/records/operations/events.js";
import { OPERATIONS } from "../../src/records/operations/operations.js";
import { SYSTEM_CONTRACTS } from "../../src/records/operations/system-contracts.js";
import { SYSTEM_REQUESTS } from "../../src/records/operations/system-requests.js";
import { createSystemContracts } from "../../src/system/contracts.js";
import { withoutComments } from "../support/source-imports.js";

const ROOT = new URL("../../../", import.meta.url);

function filesIn(directory: string): readonly string[] {
  return readdirSync(fileURLToPath(new URL(directory, ROOT)), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `${directory}/${file.replaceAll("\\", "/")}`);
}

/** `GetBlock` as `get-block.ts`. */
function fileOf(name: string): string {
  return `${name.replaceAll(/(?!^)[A-Z]/g, "-$&").toLowerCase()}.ts`;
}

/** Where the operations of each kind have their definitions and their handlers. */
interface Kind {
  readonly names: readonly string[];
  readonly definitions: string;
  readonly handlers: string | null;
  readonly handled: readonly string[];
}

const KINDS: readonly Kind[] = [
  {
    // The one that streams has another kind of handler.
    names: [...OPERATIONS.keys(), EVENTS.name],
    definitions: "src/records/operations",
    // Most are a line of their table.
    handlers: null,
    handled: [...Object.keys(HANDLERS), EVENTS.name],
  },
  {
    names: [...SYSTEM_REQUESTS.keys()],
    definitions: "src/records/operations/requests",
    handlers: "src/ledger/requests",
    handled: Object.keys(ANSWERERS),
  },
  {
    names: [...SYSTEM_CONTRACTS.keys()],
    definitions: "src/records/operations/contracts",
    handlers: "src/system/contracts",
    handled: [...createSystemContracts(createNetwork(PUBLIC_NETWORK)).keys()],
  },
];

describe("the operations of a node", () => {
  const sources = [...filesIn("src"), ...filesIn("commands")];

  for (const { names, definitions, handlers, handled } of KINDS) {
    describe(`defined in ${definitions}`, () => {
      it("each have a definition file, and a handler of the same name", () => {
        for (const name of names) {
          expect(sources).to.include(`${definitions}/${fileOf(name)}`);
          if (handlers !== null) expect(sources).to.include(`${handlers}/${fileOf(name)}`);
        }
      });

      it("each have a handler, and no handler is without a definition", () => {
        expect([...handled].toSorted()).to.deep.equal(names.toSorted());
      });
    });
  }

  it("are all in their tables", () => {
    for (const { names, definitions } of KINDS.slice(1))
      expect(filesIn(definitions).toSorted()).to.deep.equal(
        names.map((name) => `${definitions}/${fileOf(name)}`).toSorted(),
      );
  });

  it("have their names in their definitions only", () => {
    const definedIn = new Map(
      KINDS.flatMap(({ names, definitions }) =>
        names.map((name) => [name, `${definitions}/${fileOf(name)}`] as const),
      ),
    );
    const spelled = sources.flatMap((file) => {
      const code = withoutComments(readFileSync(new URL(file, ROOT), "utf8"));
      return Array.from(code.matchAll(/["'`](\w+)["'`]/g), ([, name = ""]) => name)
        .filter((name) => definedIn.has(name))
        .map((name) => ({ name, file }));
    });
    expect(spelled.filter(({ name, file }) => definedIn.get(name) !== file)).to.deep.equal([]);
    expect(spelled.map(({ name }) => name).toSorted()).to.deep.equal([...definedIn.keys()].toSorted());
  });
});
