import { expect } from "chai";
import { withoutTypes } from "../../../src/repl/evaluation/typescript-hooks.js";
import { toCallTypes } from "../../../src/contract/source/to-call-types.js";
import { contract, double, float, integer, literal } from "../../../src/contract/index.js";
import { HOSTILE_CODES } from "./hostile-codes.js";

/** types.slow.test.ts compiles such a module with the client. */
describe("The types of the calls of codes", () => {
  const source = toCallTypes(HOSTILE_CODES);

  it("are a module, whatever the codes are named, with an export for each", () => {
    const outputText = withoutTypes(source, "calls.ts");
    const names = [...outputText.matchAll(/^export const (\S+) *=/gm)].map(([, name]) => name);
    expect(names).to.deep.equal([
      "contract_a_b",
      "contract____alert_1_____",
      "contract_quote_____",
      "deleteRequest",
      "fromJson_2",
      "Give",
      "GiveRequest",
      "GiveParameters_2",
    ]);
    expect(outputText).not.to.match(/^ *alert/m);
  });

  it("are those that the chain checks", () => {
    for (const line of [
      '  readonly "x*/y": number | bigint;',
      "  readonly ratio: number;",
      '  readonly colour: "red" | "green\\"\\n";',
      "  readonly list?: readonly unknown[] |",
      "  readonly any?: unknown;",
    ])
      expect(source).to.include(line);
    expect(source).not.to.match(/[\u2028\u202e]/);
  });

  it("give a double as a float of the protocol, and an integer as an integer", () => {
    const parameters = { ratio: double, count: integer };
    const Set = contract(
      { name: "Set", space: "s", writer: "ab", parameters },
      () => [literal("1").add("2")] as never,
    );
    for (const ratio of [0.5, 2]) {
      const call = Set.call({ ratio, count: 2 });
      expect(call.parameters).to.deep.equal(
        new Map<string, unknown>([
          ["ratio", float(ratio).toValue()],
          ["count", 2n],
        ]),
      );
    }
  });
});
