import { expect } from "chai";
import { describeOperator, signatureOf } from "../../../src/records/operators/describe.js";
import { isKnownIn, OPERATOR_GROUPS, OPERATORS } from "../../../src/records/operators/table.js";
import { operatorsFor } from "../../../src/vm/operators/table.js";
import { runInProcess } from "../../cli/terminal-stub.js";

/** The words of a line, of which some are in single quotes. */
function wordsOf(line: string): readonly string[] {
  return Array.from(line.matchAll(/'([^']*)'|[^\s']+/g), ([word, quoted]) => quoted ?? word);
}

describe("the table of operators (PROTOCOL 7.2)", () => {
  const names = [...OPERATORS.keys()];

  for (const kind of ["contract", "request"] as const) {
    it(`has exactly the operators that the machine knows in a ${kind}`, () => {
      const known = names.filter((name) => isKnownIn(kind, OPERATORS.get(name) ?? {}));
      expect([...operatorsFor(kind).keys()].toSorted()).to.deep.equal(known.toSorted());
    });
  }

  it("has each operator in one group", () => {
    const grouped = [...OPERATOR_GROUPS.values()].flatMap((group) => Object.keys(group));
    expect(grouped.toSorted()).to.deep.equal(names.toSorted());
  });

  it("tells how many arguments an operator takes", () => {
    const arity = (name: string) => operatorsFor("contract").get(name)?.arity;
    expect(arity("weight")).to.deep.equal([0, 0]);
    expect(arity("condition")).to.deep.equal([1, 2]);
    expect(arity("add")).to.deep.equal([1, Infinity]);
    expect(arity("read_local")).to.deep.equal([2, 3]);
  });

  it("prints signatures", () => {
    const signature = (name: string) => signatureOf(name, OPERATORS.get(name) ?? expect.fail(name));
    expect(signature("precise_div")).to.equal(
      "$precise_div: [left: number, right: number, scale: integer = 0] → decimal",
    );
    expect(signature("and")).to.equal("$and: [holds: boolean, …holds: boolean] → boolean");
  });
});

describe("the examples of the table of operators", () => {
  for (const [name, spec] of OPERATORS) {
    const { examples } = describeOperator(name, spec);
    for (let index = 0; index < examples.length; index += 2) {
      const [line = "", printed = ""] = examples.slice(index);
      it(`print what they say: ${line.slice("$ chainnode code eval ".length)}`, async () => {
        expect(line).to.include(`"$${name}"`);
        const { code, stdout, stderr } = await runInProcess(wordsOf(line).slice(2));
        const isError = printed.startsWith("error: ");
        expect({ code, stdout: stdout.trimEnd(), stderr: stderr.split("\n")[0] }).to.deep.equal({
          code: isError ? 1 : 0,
          stdout: isError ? "" : printed,
          stderr: isError ? printed : "",
        });
      });
    }
  }
});
