import { expect } from "chai";
import { padStateKey, statePrefix } from "../../src/codec/state-key.js";
import { parseParameterDefinitions } from "../../src/records/parameter.js";
import {
  collectStateKeys,
  compileMethod,
  execute,
  type ProgramCall,
  type Execution,
} from "../../src/vm/machine.js";
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

/** The writes, each with its key after the state prefix. */
function writtenBy(execution: Execution): unknown {
  if (!execution.ok) return execution.message;
  return execution.writes.map(({ key, value }) => [key.slice(64), value]);
}

/** Edge cases that random programs on a recorded node showed, one by one. */
describeMachine("Edge cases of the contract machine", () => {
  describe("$response (PROTOCOL 7.7, 7.23)", () => {
    const paying = `[{"$write_universal":["fee","00","1"]}]`;

    it("ends the transaction: later executions and the post-process's execution do not run", () => {
      const execution = run(
        `[{"$write_universal":["a","01","x"]},{"$response":["early"]},{"$write_universal":["a","02","y"]}]`,
        { postProcess: paying },
      );
      expect(execution).to.deep.include({ ok: true, result: "early" });
      expect(writtenBy(execution)).to.deep.equal([["01", "x"]]);
    });

    it("does not skip the conditions of the post-process (PROTOCOL 7.8)", () => {
      const refusing = `[{"$condition":[false,"No fee. "]}]`;
      expect(run(`[{"$response":["early"]}]`, { postProcess: refusing })).to.deep.include({
        ok: false,
        message: "No fee. ",
      });
    });

    it("does not stop the rest of its top-level execution, where a later response replaces its value", () => {
      const execution = run(
        `[[{"$response":["first"]},{"$write_universal":["a","01","x"]},{"$response":["last"]}]]`,
      );
      expect(execution).to.deep.include({ ok: true, result: "last" });
      expect(writtenBy(execution)).to.deep.equal([["01", "x"]]);
    });

    it("does not end the transaction when the result of an operator drops it", () => {
      const execution = run(`[{"$count":[{"$response":["gone"]}]},{"$write_universal":["a","01","x"]}]`);
      expect(execution).to.deep.include({ ok: true, result: null });
      expect(writtenBy(execution)).to.deep.equal([["01", "x"]]);
    });

    it("keeps the keys of its arguments until the execution pass", () => {
      expectResponse(
        `{"$encode_json":[{"$response":{"0":"a","k":"b"}}]}`,
        String.raw`"{\"$response\":{\"0\":\"a\",\"k\":\"b\"}}"`,
      );
      expect(run(`[{"$response":{"k":"b","0":"a"}}]`)).to.deep.include({ ok: true, result: "a" });
    });
  });

  describe("the defaults of optional parameters (PROTOCOL 7.17)", () => {
    const method = {
      ...methodWith("[]"),
      parameters: parseParameterDefinitions(
        parseJson(
          `[{"name":"opt","type":"string","maxlength":9,"requirements":false,"default":"own"},
            {"name":"must","type":"string","maxlength":9,"requirements":true,"default":"unseen"}]`,
        ),
      ),
    };
    const post = `[{"$response":[[{"$load_param":["opt"]},{"$load_param":["must"]}]]}]`;

    it("are visible to the post-process, the default of a required parameter is not", () => {
      const call: ProgramCall = { ...callWith("[]", { postProcess: post }), program: compileMethod(method) };
      const execution = execute(call, NO_STATE);
      expect(execution.ok && execution.result).to.deep.equal(["own", null]);
    });
  });

  describe("$write_* (PROTOCOL 7.6, 7.34)", () => {
    it("is null in the read pass (PROTOCOL 7.5)", () => {
      const key = `{"$if":[{"$is_null":[{"$write_universal":["a","00","x"]}]},"01","02"]}`;
      const keys = collectStateKeys(callWith(`[{"$read_universal":["b",${key}]}]`));
      const cell = (attribute: string, part: string): string =>
        padStateKey(statePrefix(WRITER, "space", attribute) + part);
      expect(keys.ok && keys.universal).to.deep.equal([cell("a", "00"), cell("b", "01")]);
    });

    it("is a pending call with weight in the condition pass and true in the execution pass (PROTOCOL 7.13)", () => {
      const execution = run(`[{"$write_universal":["a","01",{"$write_universal":["b","02","x"]}]}]`);
      expect(writtenBy(execution)).to.deep.equal([
        ["02", "x"],
        ["01", true],
      ]);
      const weighed = `{"$write_universal":["b","02","x"]}`.length + "x".length;
      expect(execution.weight).to.equal(BigInt(SIZE + 2 * KEY_LENGTH + weighed));
    });

    it("has three arguments in the condition pass for any number of given ones", () => {
      const pending = (args: string): string => `{"$encode_json":[{"$write_universal":${args}}]}`;
      for (const args of [`["a","00"]`, `["a","00",null,"more"]`, `{"0":"a","1":"00","k":"more"}`])
        expectResponse(pending(args), JSON.stringify(`{"$write_universal":["a","00",null]}`));
    });

    it("is weighed but not executed in the branch that $if does not choose", () => {
      const execution = run(`[{"$if":[false,{"$write_universal":["a","01","x"]},null]}]`);
      expect(writtenBy(execution)).to.deep.equal([]);
      expect(execution.weight).to.equal(BigInt(SIZE + KEY_LENGTH + 1));
    });
  });

  describe("a failed condition (PROTOCOL 7.10, 7.11, 7.22)", () => {
    it("stops at the end of its top-level execution, after later writes in it are weighed", () => {
      const execution = run(
        `[[{"$condition":[false,"No. "]},{"$write_universal":["a","01","x"]}],{"$write_universal":["a","02","y"]}]`,
      );
      expect(execution).to.deep.include({ ok: false, reason: "refusal", message: "No. " });
      expect(execution.weight).to.equal(BigInt(SIZE + KEY_LENGTH + 1));
    });

    it("takes the message of the next failed condition in the same execution, if that is a string", () => {
      const both = (second: string): Execution =>
        run(`[[{"$condition":[false,"first"]},{"$condition":[false,${second}]}]]`);
      expect(both(`"second"`)).to.deep.include({ ok: false, message: "second" });
      expect(both(`1`)).to.deep.include({ ok: false, message: "first" });
    });

    it("has the empty message for a missing or null one, and Conditional Error for one that is not a string", () => {
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

    it("gives way to a failing operator in the same execution", () => {
      expect(run(`[[{"$condition":[false,"No. "]},{"$div":[]}]]`)).to.deep.include({
        ok: false,
        reason: "failure",
      });
    });
  });

  describe("a single operand (PROTOCOL 7.25)", () => {
    for (const operator of ["$sub", "$mul", "$div"]) {
      it(`of ${operator} is returned as its text`, () => {
        expectResponse(`{"${operator}":["007"]}`, `"007"`);
        expectResponse(`{"${operator}":["1e3"]}`, `"1e3"`);
        expectResponse(`{"${operator}":[1.5]}`, `"1.5"`);
        expectResponse(`{"${operator}":["seven"]}`, `"0"`);
        expectResponse(`{"${operator}":[true]}`, `"0"`);
      });
    }

    it("of $add is converted to a decimal", () => {
      expectResponse(`{"$add":["007"]}`, `"7"`);
    });
  });

  describe("$load_param (PROTOCOL 7.32)", () => {
    const parameters = { parameters: `{"box":{"here":1,"null":null},"text":"t"}` };

    it("stops at a null member and returns the container", () => {
      expectResponse(`{"$load_param":["box","null"]}`, `{"here":1,"null":null}`, parameters);
      expectResponse(`{"$load_param":["box","null","here"]}`, `{"here":1,"null":null}`, parameters);
      expectResponse(`{"$load_param":["box","here"]}`, `1`, parameters);
    });

    it("tries the next parameter while the value is null, and returns a value that is not a container", () => {
      expectResponse(`{"$load_param":["missing","text"]}`, `"t"`, parameters);
      expectResponse(`{"$load_param":["text","box"]}`, `"t"`, parameters);
    });

    it("is null for a key that is not a string", () => {
      expectResponse(`{"$load_param":["text",0]}`, `null`, parameters);
    });
  });

  describe("operators with a fixed number of arguments (PROTOCOL 7.4)", () => {
    it("read the members 0, 1 and 2", () => {
      expectResponse(`{"$eq":{"a":1,"b":2}}`, `true`);
      expectResponse(`{"$if":{"2":"else","x":1,"1":"then","0":true}}`, `"then"`);
      expectResponse(`{"$get":{"1":"k","0":{"k":"v"}}}`, `"v"`);
      expect(run(`[{"$condition":{"1":"No. ","0":false}}]`)).to.deep.include({ ok: false, message: "No. " });
      expect(writtenBy(run(`[{"$write_universal":{"2":"x","1":"01","0":"a","k":1}}]`))).to.deep.equal([
        ["01", "x"],
      ]);
    });

    it("differ from those with any number of arguments, which read all members in order", () => {
      expectResponse(`{"$concat":{"b":"x","a":"y"}}`, `"xy"`);
      expectResponse(`{"$is_string":{"b":"x","a":1}}`, `false`);
    });

    it("read the members of a computed map", () => {
      expectResponse(`{"$get":{"$load_param":["args"]}}`, `"v"`, {
        parameters: `{"args":{"1":"k","0":{"k":"v"}}}`,
      });
    });
  });

  describe("an attribute or key that is a list or map (PROTOCOL 2.6)", () => {
    for (const operator of ["$read_universal", "$read_local", "$write_universal", "$write_local"]) {
      it(`makes ${operator} fail in the read pass and the condition pass`, () => {
        for (const args of [`["a",["00"],"x"]`, `[{"k":1},"00","x"]`, `["a",[],"x"]`]) {
          const call = callWith(`[{"${operator}":${args}}]`);
          expect(collectStateKeys(call).ok, args).to.equal(false);
          expect(execute(call, NO_STATE), args).to.deep.include({ ok: false, reason: "failure" });
        }
      });
    }
  });

  it("$sign_verify fails for a signature of 128 bytes that is not hex (PROTOCOL 7.31)", () => {
    const key = "bb".repeat(32);
    const verify = (signature: string): Execution =>
      run(`[{"$sign_verify":["x","${key}",${JSON.stringify(signature)}]}]`);
    expect(verify("é".repeat(64))).to.deep.include({ ok: false, reason: "failure" });
    expect(verify("é".repeat(128)).ok).to.equal(true);
  });
});
