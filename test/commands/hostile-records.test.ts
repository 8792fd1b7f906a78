import { expect } from "chai";
import { stripVTControlCharacters } from "node:util";
import { ZERO_ADDRESS } from "../../src/codec/address.js";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { HIDDEN_CHARACTERS } from "../../src/codec/shown-text.js";
import {
  entriesOf,
  isContainer,
  isList,
  mapToValue,
  memberOf,
  objectToValue,
  type Value,
} from "../../src/codec/value.js";
import { findingLines } from "../../commands/code/code-check.js";
import { costsText, mutantsText } from "../../commands/code/test-report.js";
import { transactionText } from "../../commands/tx/transaction-text.js";
import { errorText } from "../../src/cli/output/print.js";
import { messageOutcome } from "../../src/cli/output/outcome.js";
import { fieldsText, outlineText, tableText, type View } from "../../src/cli/output/view.js";
import { createStyle } from "../../src/cli/terminal/colour.js";
import { internal } from "../../src/codec/errors.js";
import { lintCode } from "../../src/lint/lint-code.js";
import { printResult } from "../../src/repl/print/print-result.js";
import { bannerText, networkWord } from "../../src/repl/prompt/prompt-text.js";
import { traceText } from "../../src/replay/trial/trace-text.js";
import { listedCodes } from "../support/listed-codes.js";
import { mapIn } from "../support/vectors.js";
import { mainnet, useRecordedNode, userOf } from "./recorded-node.js";

/** Escapes of a terminal, directions, a forged line, tags, no width, two columns. */
const HIDDEN = "\u001b[2J\u009b31m\u202e\u2066\u200b\u{e0041}\r\nforged\tline\u0007漢é́";
/** What the printers keep from a hostile text. */
const SHOWN = "\\u202e\\u2066\\u200b";
const NAME = HIDDEN + "x".repeat(8_000);
const HUGE = HIDDEN + "漢".repeat(50_000);
const HASH = /^[\da-f]*$/;

/** A record with a hostile end to every text that is no hash, and a hostile member. */
function hostile(value: Value, end: string): Value {
  if (isList(value)) return value.map((item) => hostile(item, end));
  if (typeof value === "string") return HASH.test(value) ? value : value + end;
  if (!isContainer(value)) return value;
  return mapToValue(new Map([...entriesOf(value)].map(([name, member]) => [name, hostile(member, end)])));
}

/** What reaches the screen shows no hidden character, and stays small. */
function expectHarmless(text: string, most: number): void {
  const plain = stripVTControlCharacters(text);
  expect(plain.replaceAll("\n", "").match(HIDDEN_CHARACTERS)).to.equal(null);
  expect(plain).not.to.match(/^forged/m);
  expect(text.length).to.be.below(most);
}

/** With findings about its name, its parameters and its executions. */
const HOSTILE_CODE = canonicalJson(
  objectToValue({
    t: "contract",
    m: "0.2.0",
    n: HIDDEN,
    v: HIDDEN,
    s: HIDDEN,
    w: ZERO_ADDRESS,
    p: objectToValue({ [HIDDEN]: objectToValue({ name: `${HIDDEN}2`, type: HIDDEN, [HIDDEN]: 1n }) }),
    e: [objectToValue({ [`$${HIDDEN}`]: [HIDDEN] }), objectToValue({ $load_param: [`${HIDDEN}3`] })],
  }),
);

describe("hostile records", () => {
  const node = useRecordedNode();
  const { chainnode } = userOf(node);

  beforeEach(() => {
    const block = mapIn(mainnet.get("main_block"));
    const transactions = new Map(
      [...entriesOf(memberOf(block, "transactions") as Value & object)].map(([hash, record]) => {
        const { transaction } = Object.fromEntries(mapIn(record));
        const changed = new Map([
          ...mapIn(transaction ?? null),
          ["to", HUGE],
          ["type", NAME],
          [NAME, HUGE],
        ] as const);
        return [hash, new Map([...mapIn(record), ["transaction", changed]])] as const;
      }),
    );
    const updates = hostile(memberOf(block, "universal_updates") ?? null, HUGE);
    const answers: Readonly<Record<string, Value>> = {
      GetBlock: new Map([...block, ["transactions", transactions], ["universal_updates", updates]]),
      GetResourceBlock: new Map([...mapIn(mainnet.get("resource_block")), ["nonce", NAME]]),
      ListTransaction: transactions,
      GetTransaction: [...transactions.values()][0] ?? null,
      ListCode: listedCodes(
        canonicalJson(
          objectToValue({
            t: "request",
            m: "0.2.0",
            n: NAME,
            v: NAME,
            s: NAME,
            w: ZERO_ADDRESS,
            e: [],
            p: objectToValue({ [HIDDEN]: objectToValue({ name: HIDDEN, type: "string", maxlength: 1n }) }),
          }),
        ),
      ),
      GetBalance: objectToValue({ balance: `1${HIDDEN}` }),
      GetResource: objectToValue({ resource: `1${HIDDEN}` }),
      Any: objectToValue({ [HIDDEN]: [HIDDEN, objectToValue({ [HIDDEN]: HIDDEN })] }),
    };
    for (const [type, answer] of Object.entries(answers)) node().answer(type, () => answer);
  });

  for (const [line, most] of [
    ["tx list", 10_000],
    ["tx list --full", 10_000],
    ["block get 1", 50_000],
    ["block get 1 --full", 50_000],
    ["block get 1 --resource", 20_000],
    ["code list", 2_000],
    ["code list --full", 3_000],
    ["request Any", 2_000],
  ] as const) {
    it(`are harmless at a terminal: ${line}`, async () => {
      const { code, stdout, stderr } = await chainnode(line.split(" "), { isTerminal: true });
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" });
      // The column of names is too narrow for more.
      expect(stdout).to.include(line === "code list" ? "\\u001b[2J" : SHOWN);
      expectHarmless(stdout, most);
    });
  }

  for (const line of ["balance", "balance --raw", "resource", "resource --json"]) {
    it(`are no amount: ${line}`, async () => {
      const words = [...line.split(" "), ZERO_ADDRESS];
      const { code, stdout, stderr } = await chainnode(words, { isTerminal: true });
      expect(code).to.equal(3);
      expectHarmless(stdout + stderr, 1_000);
    });
  }

  for (const isTerminal of [true, false]) {
    it(`are harmless as code that is checked, ${isTerminal ? "at a terminal" : "in a pipe"}`, async () => {
      const { code, stdout } = await chainnode(["code", "check", "-"], { isTerminal, input: HOSTILE_CODE });
      expect(code).to.equal(1);
      expect(stdout)
        .to.include(SHOWN)
        .and.to.match(/PARAMETER_KEY/);
      expectHarmless(stdout, 100_000);
    });
  }

  it("stay one row and whole in a pipe", async () => {
    const { stdout } = await chainnode(["code", "list"]);
    expect(stdout.match(/\n/g)).to.have.length(1);
    expect(stdout).to.include("x".repeat(8_000));
    expectHarmless(stdout.replaceAll("\t", ""), Infinity);
  });

  const style = createStyle({ isTerminal: true, environment: {}, isForbidden: false });
  const view: View = { isTerminal: true, width: 80, style };
  const record = new Map<string, Value>([
    [HIDDEN, HIDDEN],
    ["list", [HIDDEN]],
  ]);
  const call = {
    part: "own",
    operator: "read",
    arguments: [HIDDEN],
    value: HIDDEN,
    failure: null,
    note: null,
    calls: [],
  };
  const PRINTERS: Readonly<Record<string, () => string>> = {
    "a table with its titles": () => tableText(view, [{ title: HIDDEN }, { title: NAME }], [[HIDDEN, NAME]]),
    "fields with their labels": () =>
      fieldsText(view, [
        [HIDDEN, HUGE],
        [NAME, HIDDEN],
      ]),
    "an outline": () => outlineText(view, record),
    "one value": () => outlineText(view, HIDDEN),
    "a message": () => messageOutcome({}, `A message of ${HIDDEN.replaceAll("\n", "")}.`).text(view),
    "an error": () => errorText(internal({ reason: HIDDEN, at: HIDDEN }), style),
    "a transaction": () => {
      const transaction = new Map<string, Value>([
        ["to", HUGE],
        ["amount", NAME],
        [NAME, HIDDEN],
        ["type", "Send"],
      ]);
      const paid = { fee: null, reason: HIDDEN } as const;
      const found = { hash: "ab".repeat(39), outcome: HIDDEN, height: 1, paid, ownCid: "" };
      return transactionText(view, new Map([["transaction", transaction]]), found);
    },
    "findings about a code": () =>
      findingLines({
        file: HIDDEN,
        name: HIDDEN,
        findings: lintCode(HOSTILE_CODE).slice(0, 5),
        places: new Map([["$", { file: HIDDEN, line: 1, column: 1 }]]),
      }).join("\n"),
    "mutants of a code": () =>
      mutantsText({
        total: 1,
        leftOut: 0,
        survivors: [
          {
            index: 0,
            code: HIDDEN,
            path: HIDDEN,
            change: HIDDEN,
            place: null,
            mutantsThere: 1,
            isReached: true,
            equivalent: HIDDEN,
          },
        ],
      }),
    "costs of calls": () =>
      costsText(view, [{ name: HIDDEN, calls: 1, size: 1, weight: 1n, fee: 1n }], [
        { name: HIDDEN, what: "size", before: 1n, now: 2n },
      ] as never),
    "a trace": () =>
      traceText([call as never], {
        dim: style.dim,
        red: style.red,
        yellow: style.yellow,
        width: 500,
      }),
    "a result in the console": () => printResult(record, { width: 80, hasColour: true }),
    "records in the console": () => printResult([{ [HIDDEN]: HIDDEN }], { width: 80, hasColour: true }),
    "records by key in the console": () =>
      printResult(new Map([[HIDDEN, { [HIDDEN]: HIDDEN }]]), { width: 80, hasColour: false }),
    "the banner of the console": () =>
      bannerText({ network: HIDDEN, name: "x", place: "y", sandbox: null } as never),
  };
  for (const [printer, print] of Object.entries(PRINTERS)) {
    it(`are harmless in ${printer}`, () => {
      expect(print()).to.include(SHOWN);
      expectHarmless(print(), 5_000);
    });
  }

  it("are harmless in the prompt of the console", () => {
    expectHarmless(networkWord(HIDDEN), 50);
  });
});
