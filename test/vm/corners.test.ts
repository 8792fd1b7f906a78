import { expect } from "chai";
import { padStateKey, statePrefix } from "../../src/codec/state-key.js";
import { parseParameters } from "../../src/records/parameter.js";
import { collectStateKeys, compileMethod, execute, type Call, type Execution } from "../../src/vm/machine.js";
import { describeMachine } from "../support/describe-machine.js";
import { callWith, methodWith, NO_STATE, SIZE, WRITER, type CallParts } from "../support/machine-calls.js";
import { expectValue } from "../support/machine-vectors.js";
import { parseJson } from "../../src/codec/parse-json.js";

const KEY_LENGTH = 66;

function run(executions: string, parts?: CallParts): Execution {
  return execute(callWith(executions, parts), NO_STATE);
}

function expectResponse(expression: string, result: string, parts?: CallParts): void {
  const execution = run(`[{"$response":[${expression}]}]`, parts);
  expectValue(execution.ok ? execution.result : execution.message, parseJson(result));
}

/** What was written, by the first two characters of the key behind its prefix. */
function writtenBy(execution: Execution): unknown {
  if (!execution.ok) return execution.message;
  return execution.writes.map(({ key, value }) => [key.slice(64), value]);
}

/** The corners of the machine that random programs on a recorded node showed, one by one. */
describeMachine("The corners of the contract machine (PROTOCOL 7)", () => {
  describe("$response", () => {
    const paying = `[{"$write_universal":["fee","00","1"]}]`;

    it("ends the transaction: later executions and the post-process's execution do not run", () => {
      const execution = run(
        `[{"$write_universal":["a","01","x"]},{"$response":["early"]},{"$write_universal":["a","02","y"]}]`,
        { postProcess: paying },
      );
      expect(execution).to.deep.include({ ok: true, result: "early" });
      expect(writtenBy(execution)).to.deep.equal([["01", "x"]]);
    });

    it("leaves the conditions of the post-process checked", () => {
      const refusing = `[{"$condition":[false,"No fee. "]}]`;
      expect(run(`[{"$response":["early"]}]`, { postProcess: refusing })).to.deep.include({
        ok: false,
        message: "No fee. ",
      });
    });

    it("lets the rest of its own top-level execution run, where a later response replaces its value", () => {
      const execution = run(
        `[[{"$response":["first"]},{"$write_universal":["a","01","x"]},{"$response":["last"]}]]`,
      );
      expect(execution).to.deep.include({ ok: true, result: "last" });
      expect(writtenBy(execution)).to.deep.equal([["01", "x"]]);
    });

    it("does not end the transaction when it is an argument that no value keeps", () => {
      const execution = run(`[{"$count":[{"$response":["gone"]}]},{"$write_universal":["a","01","x"]}]`);
      expect(execution).to.deep.include({ ok: true, result: null });
      expect(writtenBy(execution)).to.deep.equal([["01", "x"]]);
    });

    it("keeps the keys of a map of arguments until the execution pass", () => {
      expectResponse(
        `{"$encode_json":[{"$response":{"0":"a","k":"b"}}]}`,
        String.raw`"{\"$response\":{\"0\":\"a\",\"k\":\"b\"}}"`,
      );
      expect(run(`[{"$response":{"k":"b","0":"a"}}]`)).to.deep.include({ ok: true, result: "a" });
    });
  });

  describe("optional defaults", () => {
    const method = {
      ...methodWith("[]"),
      parameters: parseParameters(
        parseJson(
          `[{"name":"opt","type":"string","maxlength":9,"requirements":false,"default":"own"},
            {"name":"must","type":"string","maxlength":9,"requirements":true,"default":"unseen"}]`,
        ),
      ),
    };
    const post = `[{"$response":[[{"$load_param":["opt"]},{"$load_param":["must"]}]]}]`;

    it("are visible to the post-process; a required parameter's is not", () => {
      const call: Call = { ...callWith("[]", { postProcess: post }), program: compileMethod(method) };
      const execution = execute(call, NO_STATE);
      expect(execution.ok && execution.result).to.deep.equal(["own", null]);
    });
  });

  describe("$write_*", () => {
    it("is null in the read pass", () => {
      const key = `{"$if":[{"$is_null":[{"$write_universal":["a","00","x"]}]},"01","02"]}`;
      const keys = collectStateKeys(callWith(`[{"$read_universal":["b",${key}]}]`));
      const cell = (attribute: string, part: string): string =>
        padStateKey(statePrefix(WRITER, "space", attribute) + part);
      expect(keys.ok && keys.universal).to.deep.equal([cell("a", "00"), cell("b", "01")]);
    });

    it("is the pending call in the condition pass, weighed, and true in the execution pass", () => {
      const execution = run(`[{"$write_universal":["a","01",{"$write_universal":["b","02","x"]}]}]`);
      expect(writtenBy(execution)).to.deep.equal([
        ["02", "x"],
        ["01", true],
      ]);
      const weighed = `{"$write_universal":["b","02","x"]}`.length + "x".length;
      expect(execution.weight).to.equal(BigInt(SIZE + 2 * KEY_LENGTH + weighed));
    });

    it("has three arguments in the condition pass, however many were given, in a list or in a map", () => {
      const pending = (args: string): string => `{"$encode_json":[{"$write_universal":${args}}]}`;
      for (const args of [`["a","00"]`, `["a","00",null,"more"]`, `{"0":"a","1":"00","k":"more"}`])
        expectResponse(pending(args), JSON.stringify(`{"$write_universal":["a","00",null]}`));
    });

    it("is weighed and not written in the branch that $if does not choose", () => {
      const execution = run(`[{"$if":[false,{"$write_universal":["a","01","x"]},null]}]`);
      expect(writtenBy(execution)).to.deep.equal([]);
      expect(execution.weight).to.equal(BigInt(SIZE + KEY_LENGTH + 1));
    });
  });

  describe("a failed condition", () => {
    it("stops at the end of its top-level execution: what follows in there is still weighed", () => {
      const execution = run(
        `[[{"$condition":[false,"No. "]},{"$write_universal":["a","01","x"]}],{"$write_universal":["a","02","y"]}]`,
      );
      expect(execution).to.deep.include({ ok: false, reason: "refusal", message: "No. " });
      expect(execution.weight).to.equal(BigInt(SIZE + KEY_LENGTH + 1));
    });

    it("gives its message to the next one that fails in the same execution, and keeps it before one without text", () => {
      const both = (second: string): Execution =>
        run(`[[{"$condition":[false,"first"]},{"$condition":[false,${second}]}]]`);
      expect(both(`"second"`)).to.deep.include({ ok: false, message: "second" });
      expect(both(`1`)).to.deep.include({ ok: false, message: "first" });
    });

    it("has an empty message when it is missing or null, and another when it is no string", () => {
      for (const [pair, message] of [
        ["[false]", ""],
        ["[false,null]", ""],
        ["[false,1]", "Conditional Error"],
      ] as const) {
        expect(run(`[{"$condition":${pair}}]`), pair).to.deep.include({ ok: false, message });
      }
    });

    it("stops the transaction from within the branch that $if does not choose", () => {
      const execution = run(`[{"$if":[true,"yes",{"$condition":[false,"No. "]}]}]`);
      expect(execution).to.deep.include({ ok: false, message: "No. " });
    });

    it("is overtaken by what fails outright in the same execution", () => {
      expect(run(`[[{"$condition":[false,"No. "]},{"$div":[]}]]`)).to.deep.include({
        ok: false,
        reason: "failure",
      });
    });
  });

  describe("a single operand", () => {
    for (const operator of ["$sub", "$mul", "$div"]) {
      it(`of ${operator} keeps its text`, () => {
        expectResponse(`{"${operator}":["007"]}`, `"007"`);
        expectResponse(`{"${operator}":["1e3"]}`, `"1e3"`);
        expectResponse(`{"${operator}":[1.5]}`, `"1.5"`);
        expectResponse(`{"${operator}":["seven"]}`, `"0"`);
        expectResponse(`{"${operator}":[true]}`, `"0"`);
      });
    }

    it("of $add is added to nothing", () => {
      expectResponse(`{"$add":["007"]}`, `"7"`);
    });
  });

  describe("$load_param", () => {
    const parameters = { parameters: `{"box":{"here":1,"null":null},"text":"t"}` };

    it("stops at a member that is null and keeps the container", () => {
      expectResponse(`{"$load_param":["box","null"]}`, `{"here":1,"null":null}`, parameters);
      expectResponse(`{"$load_param":["box","null","here"]}`, `{"here":1,"null":null}`, parameters);
      expectResponse(`{"$load_param":["box","here"]}`, `1`, parameters);
    });

    it("takes the next parameter while there is no value, and keeps a value that is no container", () => {
      expectResponse(`{"$load_param":["missing","text"]}`, `"t"`, parameters);
      expectResponse(`{"$load_param":["text","box"]}`, `"t"`, parameters);
    });

    it("is null for a key that is no string", () => {
      expectResponse(`{"$load_param":["text",0]}`, `null`, parameters);
    });
  });

  describe("operators by position", () => {
    it("read the members 0, 1 and 2", () => {
      expectResponse(`{"$eq":{"a":1,"b":2}}`, `true`);
      expectResponse(`{"$if":{"2":"else","x":1,"1":"then","0":true}}`, `"then"`);
      expectResponse(`{"$get":{"1":"k","0":{"k":"v"}}}`, `"v"`);
      expect(run(`[{"$condition":{"1":"No. ","0":false}}]`)).to.deep.include({ ok: false, message: "No. " });
      expect(writtenBy(run(`[{"$write_universal":{"2":"x","1":"01","0":"a","k":1}}]`))).to.deep.equal([
        ["01", "x"],
      ]);
    });

    it("differ from those that take any number, which read all members in order", () => {
      expectResponse(`{"$concat":{"b":"x","a":"y"}}`, `"xy"`);
      expectResponse(`{"$is_string":{"b":"x","a":1}}`, `false`);
    });

    it("read what a computed map holds", () => {
      expectResponse(`{"$get":{"$load_param":["args"]}}`, `"v"`, {
        parameters: `{"args":{"1":"k","0":{"k":"v"}}}`,
      });
    });
  });

  describe("an attribute or key that is a list or map", () => {
    for (const operator of ["$read_universal", "$read_local", "$write_universal", "$write_local"]) {
      it(`makes a transaction with ${operator} fail in both passes`, () => {
        for (const args of [`["a",["00"],"x"]`, `[{"k":1},"00","x"]`, `["a",[],"x"]`]) {
          const call = callWith(`[{"${operator}":${args}}]`);
          expect(collectStateKeys(call).ok, args).to.equal(false);
          expect(execute(call, NO_STATE), args).to.deep.include({ ok: false, reason: "failure" });
        }
      });
    }
  });

  it("$sign_verify fails for a signature of 128 bytes that is not hex, however many characters they are", () => {
    const key = "bb".repeat(32);
    const verify = (signature: string): Execution =>
      run(`[{"$sign_verify":["x","${key}",${JSON.stringify(signature)}]}]`);
    expect(verify("é".repeat(64))).to.deep.include({ ok: false, reason: "failure" });
    expect(verify("é".repeat(128)).ok).to.equal(true);
  });
});
