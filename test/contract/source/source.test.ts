import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect } from "chai";
import { allowModules } from "../../../commands/code/code-files.js";
import { canonicalJson } from "../../../src/codec/canonical-json.js";
import { parseJson } from "../../../src/codec/parse-json.js";
import { objectToValue, type Value, type ValueMap } from "../../../src/codec/value.js";
import * as library from "../../../src/contract/index.js";
import { toPseudoCode } from "../../../src/contract/source/to-pseudo-code.js";
import { toSource } from "../../../src/contract/source/to-source.js";
import { createNetwork, PUBLIC_NETWORK } from "../../../src/records/network.js";
import { contractToText } from "../../../src/system/classic-code.js";
import { RECORDED_SEND_3 } from "../../../src/system/codes.js";
import { PRESET_NAMES, presetCodes } from "../../../src/system/presets.js";
import { EXPRESSIONS, PROGRAMS } from "../../support/machine-vectors.js";
import { makeTempDirectory } from "../../support/temp-store.js";
import { listIn, mapIn, readVector, readVectorText, textIn } from "../../support/vectors.js";
import { BalanceOf, Mint, Transfer } from "../token.js";
import { slowly } from "../../support/slowly.js";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

/** The code that a source builds, without a file: its imports are taken from the library. */
function build(source: string): string {
  const body = source
    .replace(/^import (\{[^}]*\}) from "chainnode\/contract";$/m, "const $1 = library;")
    .replace(/^export const \w+ = /m, "return ")
    .replaceAll("new Map<string, unknown>(", "new Map(");
  // oxlint-disable-next-line typescript/no-implied-eval
  const run = new Function("library", `"use strict"; ${body}`) as (from: typeof library) => library.Code;
  return run(library).toJson();
}

function expectRoundTrip(text: string): void {
  const source = toSource(text);
  expect(build(source), source).to.equal(canonicalJson(parseJson(text)));
  toPseudoCode(text);
}

/** The codes that a recorded chain stores. */
function recordedCodes(): readonly string[] {
  const local = mapIn(mapIn(readVector("chain/final_state.json")).get("local"));
  return [...local.values()].filter(
    (value) => typeof value === "string" && value.startsWith("{"),
  ) as string[];
}

const network = createNetwork(PUBLIC_NETWORK);
const PRESETS = [
  ...PRESET_NAMES.flatMap((preset) => presetCodes(preset, network)),
  contractToText(RECORDED_SEND_3, network.rootSpace),
];
/** Every twentieth random program. */
const RANDOM = readVectorText("random-programs.ndjson")
  .trimEnd()
  .split("\n")
  .filter((_, index) => index % 20 === 1)
  .map((line) => codeOf("contract", listIn(mapIn(parseJson(line)).get("executions"))));
const RECORDED_PROGRAMS = PROGRAMS.map((program) =>
  codeOf(kindOf(program), program.get("executions") ?? [], program.get("parameters") ?? []),
);
const RECORDED_EXPRESSIONS = EXPRESSIONS.map((entry) =>
  codeOf(kindOf(entry), [parseJson(textIn(entry.get("expression_json")))]),
);

function kindOf(entry: ValueMap): string {
  return entry.get("mode") === "request" ? "request" : "contract";
}

/** A code with these executions. */
function codeOf(kind: string, executions: Value, parameters: Value = []): string {
  const members = { t: kind, m: "0.2.0", n: "Random", v: "1", s: "space", w: "0".repeat(44), p: parameters };
  return canonicalJson(objectToValue({ ...members, e: executions }));
}

describe("The source of a registered code", () => {
  it("builds every code of the presets and of the recorded chain again, byte for byte", () => {
    const codes = [...PRESETS, ...recordedCodes()];
    expect(codes.length).to.be.greaterThan(15);
    for (const text of codes) expect(build(toSource(text))).to.equal(text);
  });

  it("builds every code of the examples again, byte for byte", async () => {
    await allowModules();
    const directory = join(ROOT, "examples");
    const files = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith("contract.ts"),
    );
    const modules: object[] = await Promise.all(
      files.map((file) => import(pathToFileURL(join(directory, file)).href)),
    );
    const codes = modules.flatMap((module) => Object.values(module).filter(library.isCode));
    expect(codes.length).to.be.greaterThan(40);
    for (const code of codes) expect(build(toSource(code.toJson()))).to.equal(code.toJson());
  });

  it("builds every recorded program and expression again (operators.json)", () => {
    for (const text of [...RECORDED_PROGRAMS, ...RECORDED_EXPRESSIONS]) expectRoundTrip(text);
  });

  it("builds random programs again (random-programs.ndjson)", () => {
    expect(RANDOM).to.have.length(400);
    for (const text of RANDOM) expectRoundTrip(text);
  });

  it("builds a code with members of every kind again", () => {
    for (const executions of [
      '[{"$add":["1","x"]},{"$add":[]},{"$if":[true]},{"a":{"$unknown":[1]}},null,"text",-0.0,1e30,9223372036854775807]',
      '[{"b":1,"0":2},{"__proto__":1},{"a b":[{}]},{"$eq":{"a":1,"b":2}},{"$gt":["1","2"],"more":1}]',
      '[{"$write_universal":["a","Bob","1"]},{"$read_universal":["a","00"]},{"$write_local":["a b","00",null]}]',
      '[{"$read_universal":["decimal",{"$load_param":["from"]},{"$load_param":["x"]}]},{"$condition":[1,2]}]',
      '[{"$precise_mul":[{"$load_param":["n"]},"2",11]},{"$precise_mul":[{"$load_param":["n"]},"2",3]},{"$weight":[]}]',
    ]) {
      expectRoundTrip(codeOf("contract", parseJson(executions)));
      expectRoundTrip(codeOf("request", parseJson(executions)));
    }
  });

  it("shows a code that the builder cannot express as its JSON", () => {
    const odd = '{"n":"Odd","t":"contract","m":"0.2.0","v":"1","s":"x","w":"0","p":null,"e":[]}';
    expect(toSource(odd)).to.include("fromJson(");
    expect(build(toSource(odd))).to.equal(odd);
  });

  it("escapes the characters that control a terminal", () => {
    const text = codeOf("contract", [new Map([["$condition", [true, "a\u001b[31m\u202e\n"]]])]);
    // oxlint-disable-next-line no-control-regex
    const obeyed = /[\0-\t\v-\x1f\u202e]/;
    expect(toSource(text)).to.not.match(obeyed);
    expect(toPseudoCode(text)).to.not.match(obeyed);
    expect(build(toSource(text))).to.equal(text);
  });

  it("is what an author would write", () => {
    expect(toSource(Transfer.toJson())).to.equal(TRANSFER);
  });

  slowly("is accepted by the compiler, as is the TypeScript of docs/language", async () => {
    const directory = await makeTempDirectory();
    mkdirSync(join(directory, "src"));
    const own = [Transfer, Mint, BalanceOf].map((code) => code.toJson());
    const texts = new Set([...PRESETS, ...own, ...RECORDED_PROGRAMS, ...RECORDED_EXPRESSIONS, ...RANDOM]);
    for (const [index, text] of [...texts].entries())
      writeFileSync(join(directory, "src", `code-${index}.ts`), toSource(text));
    for (const page of ["tutorial.md", "traps.md"]) {
      const blocks = readFileSync(join(ROOT, "docs/language", page), "utf8").matchAll(
        /^```ts (\S+)\n([^]*?)^```$/gm,
      );
      for (const [, file = "", body = ""] of blocks) writeFileSync(join(directory, "src", file), body);
    }
    writeFileSync(
      join(directory, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: {
          target: "ES2022",
          module: "ESNext",
          moduleResolution: "Bundler",
          strict: true,
          noEmit: true,
          noUnusedLocals: true,
          noUnusedParameters: true,
          skipLibCheck: true,
          allowImportingTsExtensions: true,
          types: ["node"],
          typeRoots: [join(ROOT, "node_modules/@types")],
          paths: {
            "chainnode/contract": [join(ROOT, "dist/src/contract/index.d.ts")],
            "chainnode/testing": [join(ROOT, "dist/src/testing/index.d.ts")],
          },
        },
        include: ["src"],
      }),
    );
    const compiled = spawnSync(
      process.execPath,
      [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", directory],
      {
        encoding: "utf8",
      },
    );
    expect(compiled.stdout).to.equal("");
    rmSync(directory, { recursive: true });
  });
});

describe("Pseudo-code of a registered code", () => {
  it("is short, and reads from top to bottom", () => {
    expect(toPseudoCode(Transfer.toJson())).to.equal(PSEUDO_CODE);
  });
});

const TRANSFER = `import { address, contract, decimal, from, key, require, universal } from "chainnode/contract";

const balance = universal("balance", { key, value: decimal, default: "0" });
const fees = universal("fees", { value: decimal, default: "0" });

export const Transfer = contract(
  {
    name: "Transfer",
    version: "1",
    space: "token",
    writer: "9515087d3e042a58311814f63d8cb284aec94d092f6b",
    parameters: { to: address, amount: decimal },
  },
  (param) => [
    require(
      param.amount.gt("0").and(param.amount.scale().eq(0)),
      "The amount must be a whole number above zero. ",
    ),
    require(
      from.ne(param.to).and(param.to.strlen().eq(44)),
      "The recipient must be another address. ",
    ),
    require(balance.of(from).gte(param.amount), "The balance is too low. "),
    balance.of(from).set(balance.of(from).sub(param.amount)),
    balance.of(param.to).set(
      balance.of(param.to).add(param.amount.sub(param.amount.mul("0.05", { scale: 0 }))),
    ),
    fees.set(fees.add(param.amount.mul("0.05", { scale: 0 }))),
  ],
);
`;

const PSEUDO_CODE = `contract Transfer 1
space token of 9515087d3e042a58311814f63d8cb284aec94d092f6b

parameters
  to: string, at most 44 bytes
  amount: string, at most 40 bytes

state
  universal balance[key], "0" when it holds nothing
  universal fees, "0" when it holds nothing

  require (amount > "0") and (scale(amount) = 0), else "The amount must be a whole number above zero. "
  require (from ≠ to) and (strlen(to) = 44), else "The recipient must be another address. "
  require balance[from] ≥ amount, else "The balance is too low. "
  balance[from] := balance[from] - amount
  balance[to] := balance[to] + (amount - precise_mul(amount, "0.05", 0))
  fees := fees + precise_mul(amount, "0.05", 0)
`;
