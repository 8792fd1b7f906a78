import { expect } from "chai";
import type { ParameterDefinition } from "../../src/client/code-at.js";
import type { Value } from "../../src/client/index.js";
import { commandOf, type ShownCall } from "../../src/explorer/format/commands.js";
import { parameterFields, readFields } from "../../src/explorer/format/fields.js";

describe("the fields of a call in the explorer", () => {
  const definition = (name: string, type: string | null, requirements = true): ParameterDefinition => ({
    name,
    type,
    requirements,
    maxlength: 10,
    default: null,
    cases: null,
  });
  const definitions = [
    definition("text", "string"),
    definition("count", "int"),
    definition("flag", "bool"),
    definition("list", "array", false),
  ];
  const read = (texts: Readonly<Record<string, string>>, given?: ReadonlyMap<string, Value>): unknown =>
    Object.fromEntries(readFields(parameterFields(definitions, given), new Map(Object.entries(texts))));

  it("are read by the types of the parameters; empty ones are left out, except a required text", () => {
    expect(read({ text: "5", count: "1234567890123456789", flag: "true", list: "[1]" })).to.deep.equal({
      text: "5",
      count: 1234567890123456789n,
      flag: true,
      list: [1n],
    });
    expect(read({})).to.deep.equal({ text: "" });
    expect(() => read({ count: "five" })).to.throw();
  });

  it("begin with the values of a call, whatever they are", () => {
    const given = new Map<string, Value>([
      ["text", 5n],
      ["flag", "yes"],
      ["more", "__proto__"],
    ]);
    expect(read({}, given)).to.deep.equal({ text: 5n, flag: "yes", more: "__proto__" });
  });
});

describe("the command of a call", () => {
  const command = (
    parameters: Readonly<Record<string, Value>>,
    more: Partial<ShownCall> = {},
  ): string | null =>
    commandOf({
      kind: "contract",
      type: "Send",
      cid: undefined,
      parameters: new Map(Object.entries(parameters)),
      ...more,
    });

  it("names the parameters exactly", () => {
    expect(command({ to: "ab", amount: "15" })).to.equal("chainnode tx send Send to=ab amount=15 --raw");
    expect(command({ count: 5n }, { kind: "request", cid: "cd" })).to.equal(
      "chainnode request Send count:=5 --cid cd --raw",
    );
  });

  it("lets no text out of its quotes, to a file, or to the terminal", () => {
    expect(command({ a: "$(id) `id` 'x'" })).to.equal(
      `chainnode tx send Send 'a=$(id) \`id\` '\\''x'\\''' --raw`,
    );
    expect(command({ a: "@/etc/passwd" })).to.equal(`chainnode tx send Send 'a:="@/etc/passwd"' --raw`);
    expect(command({ a: "\u001b[2J\n\u202e" })).to.match(/^[ -~]+$/);
    expect(command({}, { type: "Send\nrm" })).to.equal(null);
    expect(command({ "--key": "a" })).to.equal(null);
  });
});
