import { expect } from "chai";
import { executeBlock, executeRequest, type Code } from "./block.js";
import type { Owner } from "./hashes.js";
import { writeJson } from "./json.js";
import {
  at,
  cellsAt,
  listAt,
  mapAt,
  ownerAt,
  readRecordedLines,
  readRecording,
  signedAt,
  textAt,
  updatesAsRecorded,
} from "./recordings.js";
import type { Cells } from "./state.js";
import type { Value } from "./value.js";

/** Runs each recorded program, and each `step`-th of the random ones. */
export function describePrograms(step: number): void {
  describe("Plain interpreter: programs (operators.json, random-programs.ndjson; PROTOCOL 7)", () => {
    it("computes the recorded outcome, result, weight and updates of each program", () => {
      const recording = readRecording("operators.json");
      const owners = ownersOf(at(recording, "fixture"));
      for (const program of listAt(recording, "programs"))
        expect(
          run({ program, shared: program, owners, before: cellsAt(program, owners) }),
          textAt(program, "name"),
        ).to.equal(recorded(program));
    });

    it(`computes the recorded outcome, result, weight and updates of ${8_000 / step} of 8,000 random programs`, () => {
      const [shared = null, ...programs] = readRecordedLines("random-programs.ndjson");
      const owners = ownersOf(at(shared, "fixture"));
      const before = cellsAt(shared, owners);
      for (const program of programs.filter((_, index) => index % step === 0))
        expect(run({ program, shared, owners, before }), writeJson(at(program, "executions"))).to.equal(
          recorded(program),
        );
      expect(programs).to.have.length(8_000);
    });
  });
}

interface Owners {
  readonly main: Owner;
  readonly post: Owner;
}

function ownersOf(fixture: Value): Owners {
  return { main: ownerAt(fixture, "code"), post: ownerAt(fixture, "post_process") };
}

/** The recorded answer as one text. Where the recorded node had an internal error, any failure will do. */
function recorded(program: Value): string {
  if (at(program, "fails") === true) return "fails";
  if (at(program, "parameter_ok") === false) return textAt(program, "parameter_error");
  const [universal, local] = ["universal_updates", "local_updates"].map((name) =>
    writeJson(at(program, name)),
  );
  return answer({
    ok: at(program, "ok"),
    result: at(program, "result"),
    weight: at(program, "weight"),
    updates: `${universal} ${local}`,
  });
}

function run(of: { program: Value; shared: Value; owners: Owners; before: Cells }): string {
  const { program, shared, owners, before } = of;
  const code: Code = {
    ...owners.main,
    parameters: at(shared, "parameters"),
    executions: listAt(program, "executions"),
  };
  const empty = { universal: new Map(), local: new Map() };
  const isRequest = at(program, "mode") === "request";
  const { results, updates } = isRequest
    ? {
        results: [executeRequest({ given: mapAt(shared, "signed_data", "request"), code, before })],
        updates: empty,
      }
    : executeBlock({
        transactions: [{ signed: signedAt(shared, "signed_data"), code }],
        postProcess: { ...owners.post, parameters: [], executions: listAt(program, "post_executions") },
        before,
      });
  const [result] = results;
  if (result?.kind === "refused") return result.message;
  if (result?.kind !== "executed") return "fails";
  return answer({
    ...result.outcome,
    updates: `${updatesAsRecorded(updates, "universal")} ${updatesAsRecorded(updates, "local")}`,
  });
}

function answer(of: { ok: Value; result: Value; weight: Value; updates: string }): string {
  // The recorder wrote -0 as 0. codec.json has the text of -0.
  const result = Object.is(of.result, -0) ? 0n : of.result;
  return `${writeJson([of.ok, result, of.weight])} ${of.updates}`;
}
