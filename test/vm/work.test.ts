import { readFileSync } from "node:fs";
import { expect } from "chai";
import { MAX_TEXT_LENGTH } from "../../src/vm/operators/text.js";
import { MAX_PATTERN_LENGTH, MAX_PATTERN_SIZE } from "../../src/vm/pattern.js";
import {
  COSTS,
  SURCHARGES,
  execute,
  MAX_BLOCK_WORK,
  MAX_REQUEST_WORK,
  WORK_LIMIT,
} from "../../src/vm/machine.js";
import { CHAIN_SPECS } from "../../src/records/operators/chain.js";
import { OPERATOR_SPECS } from "../../src/records/operators/table.js";
import { COST_SHAPES } from "../fuzz/cost-programs.js";
import { describeMachine } from "../support/describe-machine.js";
import { callWith, NO_STATE } from "../support/machine-calls.js";

const DOCUMENT = readFileSync(new URL("../../../docs/work-limit.md", import.meta.url), "utf8");

/** The rows of the document's tables with a name and a number. */
const LISTED = new Map(
  Array.from(DOCUMENT.matchAll(/^\| `(\w+)` +\| (\d+) /gm), ([, name = "", number]) => [
    name,
    Number(number),
  ]),
);

/** The work of an expression, without the walk over the result `[0]`, which has 3 characters. */
function workOf(expression: string): number {
  const execution = execute(callWith(`[{"$count":[${expression}]}]`), NO_STATE);
  if (!execution.ok) throw new Error(execution.message);
  return execution.work - 3 * COSTS.walk;
}

/** In characters, computed by hand from the document. */
const FROZEN: readonly (readonly [expression: string, work: number])[] = [
  [`{"$concat":["abc","de"]}`, 5],
  [`{"$strlen":["é"]}`, 1],
  [`{"$hash":["abcdé"]}`, 6],
  [`{"$hash":[{"a":1}]}`, 7 * 16],
  [`{"$encode_json":[[1,2]]}`, 5 * 32],
  [`{"$decode_json":["[1,2]"]}`, 5 * 32],
  [`{"$add":["12","345"]}`, 4 * 96],
  [`{"$add":["1","2","3"]}`, (2 + 3) * 96],
  [`{"$mul":["12","345"]}`, 5 * 96],
  [`{"$mul":["12"]}`, 2 * 96],
  [`{"$add":[1,2]}`, 20 * 96],
  [`{"$precise_div":["10","3",2]}`, 3 * 96],
  [`{"$eq":["12","345"]}`, 5 * 96],
  [`{"$eq":["12",[1]]}`, 2 * 96 + 3 * 96],
  [`{"$in":["12",["1","2"]]}`, 2 * 96 + 2 * 2 * 96 + 9 * 96],
  [`{"$is_numeric":["12","x"]}`, 3],
  [`{"$read_local":["attr","00"]}`, 4],
  [`{"$reg_match":["/a{3}/","abcd"]}`, 6 * 512 + 3 * 4096 + 4 * 3 * 16],
  [`{"$reg_match":["/^[0-9a-f]{64}$/","ab"]}`, 16 * 512 + 66 * 4096 + 2 * 66 * 16],
  [`{"$reg_match":["/\\\\d/u","1"]}`, 5 * 512 + 16 * 4096 + 16 * 16],
  [`{"$sign_verify":["abc","${"ab".repeat(32)}","${"00".repeat(64)}"]}`, 3 + 65_536],
  [`{"$is_int":{"$get":[{"k":[1,2]},"k"]}}`, 2 * 16],
  [`{"$load_param":["none"]}`, 0],
  [`{"$if":[true,1,2]}`, 0],
];

describeMachine("The work limit (PROTOCOL 7.16, 15.8)", () => {
  it("of a proposal is 2^27, and 16 times as high for a block from another node", () => {
    expect(WORK_LIMIT).to.equal(2 ** 27);
    expect(MAX_BLOCK_WORK).to.equal(16 * WORK_LIMIT);
  });

  it("is listed in docs/work-limit.md with every cost", () => {
    const limits = { WORK_LIMIT, MAX_BLOCK_WORK, MAX_REQUEST_WORK };
    expect([...LISTED]).to.deep.equal(Object.entries({ ...limits, ...COSTS, ...SURCHARGES }));
    for (const number of [MAX_PATTERN_LENGTH, MAX_PATTERN_SIZE, MAX_TEXT_LENGTH])
      expect(DOCUMENT).to.include(` ${number} `);
  });

  it("has a table of the time of each operator that the machine computes alone, at most 20 times the least", () => {
    const page = readFileSync(new URL("../../../docs/protocol/15-local-rules.md", import.meta.url), "utf8");
    const rows = [...page.matchAll(/^\| `\$(\w+)` +\| ([\d.]+) +\|$/gm)];
    const alone = Object.keys(OPERATOR_SPECS)
      .filter((name) => !(name in CHAIN_SPECS))
      .toSorted();
    expect(rows.map(([, name = ""]) => name).toSorted()).to.deep.equal(alone);
    expect(Object.keys(COST_SHAPES).toSorted()).to.deep.equal(alone);
    const times = rows.map(([, , time]) => Number(time));
    expect(Math.min(...times)).to.equal(1);
    expect(Math.max(...times)).to.be.at.most(20);
  });

  for (const [expression, work] of FROZEN) {
    it(`counts ${work} for ${expression.slice(0, 60)}`, () => {
      expect(workOf(expression)).to.equal(work);
    });
  }

  it("is the only limit on the text of a match", () => {
    const match = (text: string): unknown => {
      const execution = execute(
        callWith(`[{"$response":[{"$reg_match":["/^[0-9a-f]{64}$/","${text}"]}]}]`),
        NO_STATE,
      );
      return execution.ok ? execution.result : execution.message;
    };
    expect(match("a".repeat(16_132))).to.equal(false);
    expect(match("a".repeat(64))).to.equal(true);
    expect(match("a".repeat(1_000_000))).to.equal("Too long processing. ");
  });
});
