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

/** Where the operations of each kind are defined, and those that have a handler. */
interface Kind {
  readonly names: readonly string[];
  readonly definitions: readonly string[];
  readonly handled: readonly string[];
}

const TABLES = ["src/records/operations/system-requests.ts", "src/records/operations/system-contracts.ts"];

const KINDS: readonly Kind[] = [
  {
    // The one that streams has another kind of handler.
    names: [...OPERATIONS.keys(), EVENTS.name],
    definitions: filesIn("src/records/operations").filter((file) => !TABLES.includes(file)),
    handled: [...Object.keys(HANDLERS), EVENTS.name],
  },
  {
    names: [...SYSTEM_REQUESTS.keys()],
    definitions: TABLES.slice(0, 1),
    handled: Object.keys(ANSWERERS),
  },
  {
    names: [...SYSTEM_CONTRACTS.keys()],
    definitions: TABLES.slice(1),
    handled: [...createSystemContracts(createNetwork(PUBLIC_NETWORK)).keys()],
  },
];

describe("the operations of a node", () => {
  const sources = [...filesIn("src"), ...filesIn("commands")];

  for (const { names, handled } of KINDS)
    it(`each have a handler, and no handler is without a definition: ${names[0] ?? ""}, …`, () => {
      expect([...handled].toSorted()).to.deep.equal(names.toSorted());
    });

  it("have their names in their definitions only", () => {
    const definedIn = new Map(
      KINDS.flatMap(({ names, definitions }) => names.map((name) => [name, definitions] as const)),
    );
    const spelled = sources.flatMap((file) => {
      const code = withoutComments(readFileSync(new URL(file, ROOT), "utf8"));
      return Array.from(code.matchAll(/["'`](\w+)["'`]/g), ([, name = ""]) => name)
        .filter((name) => definedIn.has(name))
        .map((name) => ({ name, file }));
    });
    expect(spelled.filter(({ name, file }) => definedIn.get(name)?.includes(file) !== true)).to.deep.equal(
      [],
    );
    expect(spelled.map(({ name }) => name).toSorted()).to.deep.equal([...definedIn.keys()].toSorted());
  });
});
