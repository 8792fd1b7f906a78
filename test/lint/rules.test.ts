import { expect } from "chai";
import { lintCode } from "../../src/lint/lint-code.js";
import { LINT_RULES, type LintCode } from "../../src/records/lint-rules.js";
import { PARAMETER_TYPES } from "../../src/records/parameter.js";

const ZERO = "0".repeat(44);
const FROM = `{"$load_param":["from"]}`;
const TO = `{"$load_param":["to"]}`;
const AMOUNT = `{"$load_param":["amount"]}`;
const PARAMETERS = `{"to":{"name":"to","type":"string","maxlength":44,"requirements":true},"amount":{"name":"amount","type":"string","maxlength":40,"requirements":true}}`;
const LENGTH = `[{"$eq":[{"$strlen":[${TO}]},44]},"An address has 44 characters."]`;
const POSITIVE = `[{"$gt":[${AMOUNT},"0"]},"The amount must be positive."]`;
const OTHER = `[{"$ne":[${FROM},${TO}]},"The recipient must be another address."]`;

interface Parts {
  readonly parameters?: string;
  readonly conditions?: readonly string[];
  readonly updates?: readonly string[];
}

function classic({ parameters = "{}", conditions = [], updates = [] }: Parts): string {
  return `{"type":"contract","name":"N","version":"1","nonce":"s","writer":"${ZERO}","parameters":${parameters},"conditions":[${conditions.join()}],"updates":[${updates.join()}]}`;
}

function parameter(members: string): string {
  return classic({
    parameters: `{"a":{${members}}}`,
    conditions: [`[{"$eq":[{"$load_param":["a"]},"1"]},""]`],
  });
}

const cell = (key: string): string => `{"$read_universal":["b",${key},"0"]}`;
const change = (sum: string, key: string): string =>
  `{"$write_universal":["b",${key},{"$${sum}":[${cell(key)},${AMOUNT}]}]}`;

/** A transfer with these conditions. */
const transfer = (...conditions: readonly string[]): string =>
  classic({ parameters: PARAMETERS, conditions, updates: [change("sub", FROM), change("add", TO)] });
const note = (value: string, parameters = "{}"): string =>
  classic({ parameters, updates: [`{"$write_local":["n",${FROM},${value}]}`] });
const method = (version: string): string =>
  `{"t":"request","m":"${version}","n":"N","v":"1","s":"s","w":"${ZERO}","p":{},"e":[{"$response":[1]}]}`;

/** Parameters of texts. */
const texts = (...names: readonly string[]): string =>
  `{${names.map((name) => `"${name}":{"name":"${name}","type":"string","maxlength":80,"requirements":true}`).join()}}`;
const load = (name: string): string => `{"$load_param":["${name}"]}`;
const NOW = load("timestamp");
const kept = `{"$read_universal":["c",${FROM},""]}`;
/** A contract that shows what its sender committed to. */
const reveal = (...hashed: readonly string[]): string =>
  classic({
    parameters: texts("bid", "secret"),
    conditions: [
      `[{"$eq":[{"$hash":[[${hashed.join()}]]},${kept}]},"Another one."]`,
      `[{"$gt":[{"$strlen":[${load("secret")}]},20]},"Too short."]`,
    ],
    updates: [`{"$write_universal":["bid",${FROM},${load("bid")}]}`],
  });
/** A purchase of a place that may be free. */
const buy = (...conditions: readonly string[]): string =>
  classic({
    parameters: PARAMETERS,
    conditions: [POSITIVE, ...conditions],
    updates: [change("sub", FROM), `{"$write_universal":["price",{"$hash":[${TO}]},${AMOUNT}]}`],
  });
const due = (sum: string, part: string): string =>
  classic({ updates: [`{"$write_universal":["b",${FROM},{"$${sum}":[${cell(FROM)},${part}]}]}`] });
const elapsed = `{"$mul":[{"$sub":[${NOW},{"$read_universal":["since",${FROM}]}]},"3"]}`;

/** For each rule, a code that breaks it, and one that differs as little as possible and does not. */
const CASES: Readonly<Partial<Record<LintCode, readonly [broken: string, sound: string]>>> = {
  UNREADABLE: ["[]", classic({ updates: ["1"] })],
  CODE_TOO_LARGE: [note(`"${"x".repeat(65_536)}"`), note(`"${"x".repeat(60_000)}"`)],
  HEADER: [classic({}).replace('"N"', '"N!"'), classic({})],
  FORMAT_VERSION: [method("0.3.0"), method("0.2.0")],
  PARAMETER_DEFINITION: [
    parameter(`"name":"a","maxlength":"many"`),
    parameter(`"name":"a","maxlength":"40"`),
  ],
  PARAMETER_MEMBER: [
    parameter(`"name":"a","maxlength":9,"required":true`),
    parameter(`"name":"a","maxlength":9,"requirements":true`),
  ],
  PARAMETER_TYPE: [
    parameter(`"name":"a","maxlength":9,"type":"text"`),
    parameter(`"name":"a","maxlength":9,"type":"string"`),
  ],
  PARAMETER_MAXLENGTH: [parameter(`"name":"a"`), parameter(`"name":"a","maxlength":1`)],
  PARAMETER_KEY: [
    parameter(`"name":"a","maxlength":9`).replace('{"a":', '{"b":'),
    parameter(`"name":"a","maxlength":9`),
  ],
  PARAMETER_IMPLIED: [
    classic({ parameters: `{"from":{"name":"from","maxlength":44}}` }),
    note(`{"$load_param":["sender"]}`, `{"sender":{"name":"sender","maxlength":44}}`),
  ],
  PARAMETER_UNDECLARED: [note(AMOUNT), note(`{"$load_param":["hash"]}`)],
  PARAMETER_UNUSED: [
    classic({ parameters: `{"a":{"name":"a","maxlength":9}}` }),
    classic({
      parameters: `{"a":{"name":"a","maxlength":9}}`,
      updates: [`{"$write_local":["n",${FROM},{"$load_param":[{"$concat":["a"]}]}]}`],
    }),
  ],
  EXECUTIONS: [classic({ conditions: [`[{"$gt":[${FROM},"0"]}]`] }), classic({})],
  MEMBER_IGNORED: [classic({}).replace('"updates":', '"response":1,"updates":'), classic({})],
  NOTHING_DONE: [classic({}).replace(',"updates":[]', ""), classic({})],
  OPERATOR_UNKNOWN: [note(`{"$ad":["1"]}`), note(`{"$add":["1"]}`)],
  ARGUMENT_COUNT: [note(`{"$scale":[]}`), note(`{"$scale":["1"]}`)],
  ARGUMENTS_ARE_DATA: [note(`{"$add":"1"}`), note(`{"$add":["1"]}`)],
  NUMBER: [note(`{"$add":["1e3"]}`), note(`{"$add":["1000"]}`)],
  PATTERN: [note(`{"$reg_match":["/(a)\\\\1/",${FROM}]}`), note(`{"$reg_match":["/a/",${FROM}]}`)],
  CELL_NAME: [note(`{"$read_local":["n","AB"]}`), note(`{"$read_local":["n","ab"]}`)],
  DEPENDENT_KEY: [note(`{"$read_local":["n",${cell(FROM)}]}`), note(`{"$read_local":["n",${FROM}]}`)],
  SENDER_UNCHECKED: [
    classic({ updates: [`{"$write_universal":["owner","00",1]}`] }),
    classic({
      conditions: [`[{"$eq":[${FROM},"${ZERO}"]},"Only the owner."]`],
      updates: [`{"$write_universal":["owner","00",1]}`],
    }),
  ],
  SELF_TRANSFER: [transfer(LENGTH, POSITIVE), transfer(LENGTH, POSITIVE, OTHER)],
  ADDRESS_LENGTH: [transfer(POSITIVE, OTHER), transfer(LENGTH, POSITIVE, OTHER)],
  AMOUNT_UNCHECKED: [transfer(LENGTH, OTHER), transfer(LENGTH, POSITIVE, OTHER)],
  BRANCH_UNREACHABLE: [
    note(`{"$if":[{"$gt":["2","1"]},"more","less"]}`),
    note(`{"$if":[{"$gt":[${cell(FROM)},"1"]},"more","less"]}`),
  ],
  CELL_WRITTEN_TWICE: [
    classic({ updates: [`{"$write_local":["n",${FROM},1]}`, `{"$write_local":["n",${FROM},2]}`] }),
    classic({
      updates: [
        `{"$if":[{"$gt":[${cell(FROM)},"1"]},{"$write_local":["n",${FROM},1]},{"$write_local":["n",${FROM},2]}]}`,
      ],
    }),
  ],
  VALUE_TOO_LONG: [
    note(`{"$concat":[{"$read_local":["n",${FROM},""]},"x"]}`),
    note(`{"$concat":[{"$read_local":["m",${FROM},""]},"x"]}`),
  ],
  CELL_OVERWRITTEN: [
    buy(),
    buy(`[{"$is_null":[{"$read_universal":["price",{"$hash":[${TO}]}]}]},"It is sold."]`),
  ],
  COMMITMENT_OPEN: [reveal(load("bid"), load("secret")), reveal(FROM, load("bid"), load("secret"))],
  HASH_OF_JOINED: [
    note(`{"$hash":[{"$concat":[${load("a")},${load("b")}]}]}`, texts("a", "b")),
    note(`{"$hash":[{"$concat":[${load("a")},"-",${load("b")}]}]}`, texts("a", "b")),
  ],
  DIVISION_TRUNCATED: [
    note(`{"$mul":[{"$div":[${cell(FROM)},"3"]},"300"]}`),
    note(`{"$div":[{"$mul":[${cell(FROM)},"300"]},"3"]}`),
  ],
  SCALE_TOO_LARGE: [note(`{"$precise_div":["1","3",11]}`), note(`{"$precise_div":["1","3",10]}`)],
  TIME_UNIT: [note(`{"$add":[${NOW},86400]}`), note(`{"$add":[${NOW},86400000000]}`)],
  REWARD_UNBOUNDED: [
    due("add", elapsed),
    due("add", `{"$if":[{"$gte":[${NOW},1800000000000000]},"9",${elapsed}]}`),
  ],
};

/** FEE_ABOVE_LIMIT is a rule of the command, which knows the fee. */
const OF_THE_COMMAND: ReadonlySet<string> = new Set(["FEE_ABOVE_LIMIT"]);

const codesOf = (text: string): readonly LintCode[] => lintCode(text).map(({ code }) => code);

describe("The rules of code check (PROTOCOL 5.8, 6.13, 6.17, 7.4, 7.9)", () => {
  for (const [code, rule] of Object.entries(LINT_RULES)) {
    if (OF_THE_COMMAND.has(code)) continue;
    it(`${code} finds ${rule.summary}`, () => {
      const [broken, sound] = CASES[code as LintCode] ?? ["", ""];
      const finding = lintCode(broken).find((each) => each.code === code);
      expect(finding, "no finding").to.include({ severity: rule.severity, advice: rule.advice });
      expect(codesOf(sound)).not.to.include(code);
    });
  }

  it("know every type that codes of the network use, any among them", () => {
    const types = ["string", "int", "double", "bool", "array", "any"];
    expect([...PARAMETER_TYPES]).to.deep.equal(types);
    for (const type of types)
      expect(
        codesOf(parameter(`"name":"a","maxlength":9,"requirements":true,"type":"${type}"`)),
        type,
      ).not.to.include("PARAMETER_TYPE");
  });

  it("find nothing in a sound transfer", () => {
    expect(codesOf(transfer(LENGTH, POSITIVE, OTHER))).to.deep.equal([]);
  });

  it("accept a pattern that refuses other spellings and negative amounts, and no other pattern", () => {
    const matches = (pattern: string, text: string): string =>
      `[{"$reg_match":["${pattern}",${text}]},"It does not match."]`;
    const sound = [matches("/^[0-9a-f]{44}$/D", TO), matches("/^[1-9][0-9]*$/D", AMOUNT)];
    expect(codesOf(transfer(...sound, OTHER))).to.deep.equal([]);
    const lax = [matches("/^[0-9a-f]+$/D", TO), matches("/[0-9]+/", AMOUNT)];
    expect(codesOf(transfer(...lax, OTHER))).to.have.members(["ADDRESS_LENGTH", "AMOUNT_UNCHECKED"]);
  });

  it("report a write behind the response", () => {
    const text = method("0.2.0")
      .replace("request", "contract")
      .replace("]}]}", `]},{"$write_local":["n",${FROM},1]}]}`);
    expect(codesOf(text)).to.deep.equal(["BRANCH_UNREACHABLE"]);
  });

  it("find a commitment without a secret, an amount that is taken over, and times in other units", () => {
    expect(codesOf(reveal(FROM, load("bid")))).to.deep.equal(["COMMITMENT_OPEN"]);
    const claim = `{"$write_universal":["owner",{"$hash":[${TO}]},${FROM}]}`;
    const parameters = PARAMETERS.replace(/,"amount".*}}/, "}");
    const free = `[{"$is_null":[{"$read_universal":["owner",{"$hash":[${TO}]}]}]},"Taken."]`;
    expect(codesOf(classic({ parameters, updates: [claim] }))).to.include("CELL_OVERWRITTEN");
    expect(codesOf(classic({ parameters, conditions: [free], updates: [claim] }))).not.to.include(
      "CELL_OVERWRITTEN",
    );
    const after = (time: string): string =>
      classic({ conditions: [`[{"$gt":[${NOW},${time}]},"Not yet."]`], updates: ["1"] });
    expect(codesOf(after("1800000000000"))).to.deep.equal(["TIME_UNIT"]);
    expect(codesOf(after("1800000000000000"))).to.deep.equal([]);
    expect(codesOf(note(`{"$gt":[{"$sub":[${NOW},${cell(FROM)}]},86400000]}`))).to.deep.equal(["TIME_UNIT"]);
  });

  it("find a list that grows, and an address that is stored in any spelling", () => {
    expect(codesOf(note(`[{"$read_local":["n",${FROM}]},"x"]`))).to.deep.equal(["VALUE_TOO_LONG"]);
    const stored = (...conditions: readonly string[]): string =>
      classic({
        parameters: PARAMETERS.replace(/,"amount".*}}/, "}"),
        conditions,
        updates: [`{"$write_universal":["payee",${FROM},${TO}]}`],
      });
    expect(codesOf(stored())).to.deep.equal(["ADDRESS_LENGTH"]);
    expect(codesOf(stored(LENGTH))).to.deep.equal([]);
  });

  it("accept a literal false as a condition, which switches a code off", () => {
    expect(codesOf(classic({ conditions: [`[false,"Retired."]`], updates: ["1"] }))).to.deep.equal([]);
  });

  it("accept a signature in place of a condition on the signer", () => {
    const signed = `[{"$sign_verify":["message","key","signature"]},"Not signed."]`;
    const text = classic({ conditions: [signed], updates: [`{"$write_universal":["owner","00",1]}`] });
    expect(codesOf(text)).not.to.include("SENDER_UNCHECKED");
  });
});
