import { expect } from "chai";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson } from "../../../src/codec/canonical-json.js";
import { parseJson } from "../../../src/codec/parse-json.js";
import { memberOf, objectToValue, type Value, type ValueMap } from "../../../src/codec/value.js";
import { runBinary, useTemporaryDirectory, type Ended } from "../../cli/binary.js";
import { runInProcess } from "../../cli/terminal-stub.js";
import { listIn, mapIn, readVector } from "../../support/vectors.js";

const RECORDING = mapIn(readVector("operators.json"));
const ENTRIES = [...listIn(RECORDING.get("expressions")), ...listIn(RECORDING.get("programs"))].map(mapIn);

/** The recorded result of an entry; only `fails` where the recorded node stopped. */
function recordedOf(entry: ValueMap): Value {
  if (entry.get("fails") === true || memberOf(entry.get("both"), "fails") === true) return "fails";
  const names = entry.has("executions")
    ? entry.has("parameter_error")
      ? ["parameter_ok", "parameter_error"]
      : ["ok", "result", "weight", "universal_updates", "local_updates"]
    : ["both", "condition", "execution"];
  return objectToValue(Object.fromEntries(names.map((name) => [name, entry.get(name)])));
}

function answerOf(line: string): Value {
  const answer = parseJson(line);
  if (memberOf(answer, "fails") !== true) return answer;
  expect(memberOf(answer, "message")).to.be.a("string").that.is.not.equal("");
  return "fails";
}

describe("chainnode code eval", () => {
  const directory = useTemporaryDirectory();
  const chainnode = (...words: string[]): Promise<Ended> => runInProcess(["code", "eval", ...words]);

  it("evaluates every expression and program of operators.json as recorded, in order", async () => {
    const fixture = join(directory(), "fixture.json");
    writeFileSync(fixture, canonicalJson(mapIn(RECORDING.get("fixture"))));
    const input = ENTRIES.map((entry) => `${canonicalJson(entry)}\n`).join("");
    const words = ["code", "eval", "--fixture", fixture, "--input", "-"];
    const { code, stdout, stderr } = await runBinary(words, { input });
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" });
    const answers = stdout.trimEnd().split("\n");
    expect(answers).to.have.length(704);
    for (const [index, entry] of ENTRIES.entries()) {
      const answer = answerOf(answers[index] ?? "");
      expect(canonicalJson(answer), canonicalJson(entry)).to.equal(canonicalJson(recordedOf(entry)));
    }
  });

  it("prints the value of an expression as JSON, to the last digit", async () => {
    expect((await chainnode('{"$precise_div":["1","3",10]}')).stdout).to.equal('"0.3333333333"\n');
    expect((await chainnode('{"$load_param":["n"]}', "--param", "n:=9223372036854775807")).stdout).to.equal(
      "9223372036854775807\n",
    );
    expect(
      (await chainnode('{"$response":[{"a":{"$load_param":["from"]}}]}', "--param", "from=ab")).stdout,
    ).to.equal('{"a":"ab"}\n');
  });

  it("reads cells by attribute and key, by state key, and from a file", async () => {
    const read = '{"$read_local":["stock","ab","none"]}';
    const place = ["--writer", "w", "--space", "s"];
    const file = join(directory(), "state.json");
    writeFileSync(file, '{"local":{"stock":{"ab":"from the file"}}}');
    expect((await chainnode(read, ...place)).stdout).to.equal('"none"\n');
    expect((await chainnode(read, ...place, "--state", file)).stdout).to.equal('"from the file"\n');
    expect((await chainnode(read, ...place, "--local", '{"stock":{"ab":1.5}}')).stdout).to.equal("1.5\n");
    const key = (await runInProcess(["hash", "state-key", "--raw", "w", "s", "stock", "ab"])).stdout;
    const byStateKey = `{"${key.trim()}":7}`;
    expect((await chainnode(read, ...place, "--local", byStateKey)).stdout).to.equal("7\n");
    expect(await chainnode(read, "--local", '{"stock":{"AB":1}}')).to.include({ code: 2 });
  });

  it("ends with 1 and the message when a condition does not hold or the expression fails", async () => {
    const refused = await chainnode('{"$condition":[{"$gt":["1","2"]},"Too little. "]}', "--json");
    expect(refused.code).to.equal(1);
    expect(refused.stdout).to.equal(
      '{"condition":{"result":false,"break":true,"message":"Too little. "},"execution":{"result":true}}\n',
    );
    expect(refused.stderr).to.include('"message":"Too little. "');
    expect(await chainnode('{"$mul":[]}')).to.include({ code: 1, stdout: "" });
  });

  it("has the chain operators only in requests", async () => {
    const refused = await chainnode('{"$block_count":[]}');
    expect(refused).to.include({ code: 2, stdout: "" });
    expect(refused.stderr).to.include("requests only");
    expect((await chainnode('{"$block_count":[]}', "--request")).stdout).to.equal("0\n");
  });

  it("refuses a mistyped operator, at any depth, and names the one that was meant", async () => {
    for (const expression of ['{"$ad":["1","2"]}', '{"$mul":["1",[{"$ad":["1","2"]}]]}']) {
      const refused = await chainnode(expression);
      expect(refused).to.include({ code: 2, stdout: "" });
      expect(refused.stderr).to.include("$ad is not an operator").and.to.include("Did you mean $add?");
    }
    expect((await chainnode('{"$add":"1"}', "--json")).stderr).to.include('"code":"EXPRESSION_DATA"');
    expect((await chainnode('{"price":"$2"}')).stdout).to.equal('{"price":"$2"}\n');
  });

  it("refuses what it cannot run", async () => {
    expect(await chainnode("{")).to.include({ code: 2, stdout: "" });
    expect(await chainnode("--fixture", "f.json")).to.include({ code: 2 });
    expect(await chainnode()).to.include({ code: 2 });
  });
});
