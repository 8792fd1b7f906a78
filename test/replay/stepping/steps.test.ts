import { expect } from "chai";
import { ChainError } from "../../../src/codec/chain-error.js";
import type { Place } from "../../../src/contract/source-map.js";
import { isStopAt, readBreak, type Break } from "../../../src/replay/stepping/breaks.js";
import { stepText, stepToData, type SteppedRun } from "../../../src/replay/stepping/step-text.js";
import {
  callsAround,
  moved,
  stepsOf,
  type Motion,
  type RunSteps,
} from "../../../src/replay/stepping/steps.js";
import { stateBefore } from "../../../src/replay/trial/cell-uses.js";
import { describeRun, type Trial } from "../../../src/replay/trial/trial.js";
import { collectStateKeys, execute, TraceTree } from "../../../src/vm/machine.js";
import { callWith, NO_STATE, SIGNER, type CallParts } from "../../support/machine-calls.js";

/** A run of executions on an empty state. */
function trialOf(executions: string, parts?: CallParts): Trial {
  const call = callWith(executions, parts);
  const tree = new TraceTree();
  const execution = execute(call, NO_STATE, { tracer: tree });
  const outcome = describeRun(execution, tree.roots, stateBefore(call, collectStateKeys(call), NO_STATE));
  return { ...outcome, transaction: null, from: SIGNER, height: 7 };
}

const EXECUTIONS = `[
  {"$condition":[{"$gte":[{"$add":["1",{"$load_param":["n"]}]},"2"]},"Too few. "]},
  {"$write_universal":["points","ab",{"$mul":["2","3"]}]},
  {"$condition":[{"$eq":["1","2"]},"Never. "]}
]`;
const TRIAL = trialOf(EXECUTIONS, { parameters: `{"n":"5\u009b\u202e"}` });
const NUMERIC = trialOf(EXECUTIONS, { parameters: `{"n":"5"}` });

function named({ list }: RunSteps): readonly string[] {
  return list.map(({ call, phase, depth }) => `${depth} ${phase} ${call.operator}`);
}

function runOf(trial: Trial): SteppedRun {
  return {
    trial,
    steps: stepsOf(trial.calls),
    placeOf: () => undefined,
    labels: new Map(),
    files: new Map(),
  };
}

const STYLE = {
  width: 60,
  height: 24,
  dim: (text: string) => text,
  red: (text: string) => text,
  yellow: (text: string) => text,
  bold: (text: string) => text,
};

describe("The steps of a run", () => {
  const steps = stepsOf(NUMERIC.calls);
  const go = (at: number, motion: Motion, stops: readonly number[] = []): number =>
    moved({ steps, at, isStop: (index) => stops.includes(index) }, motion);

  it("enter a call with calls in its arguments, and leave each with its value", () => {
    expect(named(steps)).to.deep.equal([
      "0 enter condition",
      "1 enter gte",
      "2 enter add",
      "3 leave load_param",
      "2 leave add",
      "1 leave gte",
      "0 leave condition",
      "0 enter write_universal",
      "1 leave mul",
      "0 leave write_universal",
      "0 enter condition",
      "1 leave eq",
      "0 leave condition",
    ]);
    expect(callsAround(steps, 3).map(({ operator }) => operator)).to.deep.equal(["condition", "gte", "add"]);
    expect(callsAround(steps, 9)).to.deep.equal([]);
  });

  it("go forward and back, and no further than both ends", () => {
    expect([go(0, "forward"), go(12, "forward"), go(5, "back"), go(0, "back")]).to.deep.equal([1, 12, 4, 0]);
    expect([go(4, "first"), go(4, "last")]).to.deep.equal([0, 12]);
  });

  it("go into the arguments of a call, over them, and out to the value of the call around", () => {
    expect([go(1, "into"), go(3, "into"), go(6, "into")]).to.deep.equal([2, 3, 6]);
    expect([go(0, "over"), go(1, "over"), go(6, "over"), go(8, "over")]).to.deep.equal([6, 5, 7, 9]);
    expect([go(3, "out"), go(2, "out"), go(5, "out"), go(7, "out"), go(12, "out")]).to.deep.equal([
      4, 5, 6, 9, 12,
    ]);
  });

  it("go on to the next stop or the end, and back to the last one or the beginning", () => {
    expect([go(0, "continue", [4, 9]), go(4, "continue", [4, 9]), go(9, "continue", [4, 9])]).to.deep.equal([
      4, 9, 12,
    ]);
    expect([go(12, "reverse", [4]), go(4, "reverse", [4])]).to.deep.equal([4, 0]);
  });

  it("are cut at a number, and a run without a call of an operator has no place to go", () => {
    expect(stepsOf(NUMERIC.calls, 5)).to.deep.include({ isCut: true, list: steps.list.slice(0, 5) });
    expect(stepsOf(NUMERIC.calls, steps.list.length).isCut).to.equal(false);
    const none = stepsOf(trialOf(`["1"]`).calls);
    for (const motion of ["forward", "continue", "last"] as const)
      expect(moved({ steps: none, at: 0, isStop: () => true }, motion)).to.equal(0);
    expect(stepText(runOf(trialOf(`["1"]`)), 0, [], STYLE)).to.include("no step");
  });
});

describe("A stop", () => {
  const { list } = stepsOf(NUMERIC.calls);
  const lines: Readonly<Record<string, number>> = { gte: 4, add: 5, load_param: 5, eq: 9 };
  const placeOf = ({ operator }: { readonly operator: string }): Place | undefined =>
    lines[operator] === undefined ? undefined : { file: "/a/token.ts", line: lines[operator], column: 1 };
  const stopsAt = (text: string): readonly number[] => {
    const breaks: readonly Break[] = [readBreak(text, placeOf)];
    return [...list.keys()].filter((at) => isStopAt(list, at, breaks));
  };

  it("is at the value of an operator", () => {
    expect([stopsAt("$gte"), stopsAt("condition"), stopsAt("hash")]).to.deep.equal([[5], [6, 12], []]);
  });

  it("is where the run comes to a line of the source", () => {
    expect([stopsAt("5"), stopsAt("token.ts:4"), stopsAt("other.ts:4")]).to.deep.equal([[2], [1, 5], []]);
  });

  it("is at a write, of a cell if one is named", () => {
    for (const text of ["write", "write points", " write  points  a"])
      expect(stopsAt(text)).to.deep.equal([9]);
    expect([stopsAt("write other"), stopsAt("write points b")]).to.deep.equal([[], []]);
  });

  it("is at what stops the run, and nothing else is one", () => {
    expect(stopsAt("failure")).to.deep.equal([12]);
    for (const text of ["", "bogus", "write points xyz", "$"])
      expect(() => readBreak(text, placeOf))
        .to.throw(ChainError)
        .with.property("code", "STEP_BREAK");
  });
});

describe("A step as text and data", () => {
  it("shows the current expression in the pseudo-code, the parameters, and the cells up to it", () => {
    const run = runOf(NUMERIC);
    const entered = stepText(run, 1, [], STYLE);
    expect(entered).to.include('▶ require «("1" + n) ≥ "2"», else').and.include("▸ $gte(…)");
    expect(entered).to.include('n = "5"').and.not.include("cells");
    const written = stepText(run, 9, [readBreak("write", () => undefined)], STYLE);
    expect(written).to.include('universal points ab := "6"').and.include("breaks  write");
    expect(stepText(run, 12, [], STYLE))
      .to.include("✗ $condition(false")
      .and.include("result  Never.");
  });

  it("shows the line of the source with the place of the expression, and the label of debug()", () => {
    const gte = NUMERIC.calls[0]?.calls[0];
    const files = new Map([["/a/token.ts", ["one", "  two(\u001b[2J)", "three"]]]);
    const place = { file: "/a/token.ts", line: 2, column: 3 };
    const labels = new Map(gte === undefined ? [] : [[gte.expression, ["enough\u009b"]]]);
    const run = { ...runOf(NUMERIC), placeOf: () => place, files, labels };
    const text = stepText(run, 5, [], STYLE);
    expect(text).to.include("token.ts:2:3\n").and.include("▶ 2   two(\\u001b[2J)\n      ^\n");
    const long = new Map([["/a/token.ts", Array.from({ length: 50 }, (_, index) => `line ${index + 1}`)]]);
    for (const line of [1, 2, 25, 49, 50])
      for (const height of [5, 16, 24, 80]) {
        const far = { ...run, files: long, placeOf: () => ({ ...place, line }) };
        expect(stepText(far, 12, [], { ...STYLE, height })).to.match(
          new RegExp(`^▶ +${line} line ${line}$`, "m"),
        );
      }
    expect(text).to.include('enough\\u009b: · $gte("6", "2") = true');
  });

  it("is safe at a terminal, and as wide and high as it", () => {
    const rows = (at: number, height: number): number =>
      stepText(runOf(NUMERIC), at, [readBreak("write", () => undefined)], { ...STYLE, height }).split("\n")
        .length;
    for (const height of [16, 24, 60]) expect(rows(12, height)).to.be.at.most(height);
    const run = runOf(TRIAL);
    for (const at of run.steps.list.keys()) {
      const text = stepText(run, at, [], STYLE);
      // eslint-disable-next-line no-control-regex
      expect(text).not.to.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/u);
      expect(text.split("\n").filter((line) => line.length > STYLE.width)).to.deep.equal([]);
    }
  });

  it("has no values before it is left", () => {
    const run = runOf(NUMERIC);
    expect(stepToData(run, 1)).to.deep.equal(
      new Map<string, unknown>([
        ["step", 1n],
        ["phase", "enter"],
        ["depth", 1n],
        ["operator", "gte"],
        ["part", "own"],
        ["place", null],
        ["labels", []],
        ["arguments", null],
        ["value", null],
        ["failure", null],
        ["note", null],
      ]),
    );
    expect((stepToData(run, 12) as ReadonlyMap<string, unknown>).get("failure")).to.equal("Never. ");
  });
});
