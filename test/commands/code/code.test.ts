import { expect } from "chai";
import { ZERO_ADDRESS } from "../../../src/codec/address.js";
import { canonicalJson } from "../../../src/codec/canonical-json.js";
import { spaceIdOf } from "../../../src/codec/hash.js";
import { objectToValue, type Value } from "../../../src/codec/value.js";
import { memberOf } from "../../../src/codec/value.js";
import type { Ended } from "../../cli/binary.js";
import { runInProcess } from "../../cli/terminal-stub.js";
import { textIn } from "../../support/vectors.js";
import { mainnet, Refusal, useRecordedNode, userOf } from "../recorded-node.js";

const SPACE = textIn(mainnet.get("root_space"));
const SEND_ID = textIn(memberOf(mainnet.get("classic_code_ids"), "Send"));
const parameter = (name: string): Value =>
  objectToValue({ name, type: "string", maxlength: 44n, requirements: true, default: null, cases: null });

const SEND = canonicalJson(
  objectToValue({
    type: "contract",
    name: "Send",
    version: "3",
    nonce: SPACE,
    writer: ZERO_ADDRESS,
    parameters: objectToValue({ to: parameter("to"), amount: parameter("amount") }),
    conditions: [],
    updates: [],
  }),
);
const STOCK = canonicalJson(
  objectToValue({ t: "request", m: "0.2.0", n: "Stock", v: "1", s: "shop", w: ZERO_ADDRESS, p: [], e: [] }),
);

describe("chainnode code", () => {
  const node = useRecordedNode();
  const { environment, chainnode: run } = userOf(node);
  const chainnode = (...words: string[]): Promise<Ended> => run(words);

  beforeEach(() => {
    node().answer("ListCode", () =>
      objectToValue({ contracts: new Map([[SEND_ID, SEND]]), requests: new Map([["ab", STOCK]]) }),
    );
  });

  it("list: names both formats, and computes ids as the chain does (mainnet.json)", async () => {
    const [send = "", stock = ""] = (await chainnode("code", "list")).stdout.split("\n");
    expect(send).to.equal(`Send\tcontract\t3\tclassic\t${ZERO_ADDRESS}\t${SEND_ID}`);
    expect(stock).to.match(/^Stock\trequest\t1\tmethod\t0{44}\t[0-9a-f]{64}$/);
  });

  it("get: by name or id, as JSON or as it was submitted", async () => {
    expect((await chainnode("code", "get", "Send", "--text")).stdout).to.equal(`${SEND}\n`);
    expect((await chainnode("code", "get", SEND_ID)).stdout).to.include('  "name": "Send",\n');
    expect((await chainnode("code", "get", "Send", "--kind", "request")).code).to.equal(4);
  });

  it("get: asks for the id when several have the name", async () => {
    node().answer("ListCode", () =>
      objectToValue({
        contracts: new Map([["a", SEND]]),
        requests: new Map([["b", STOCK.replace("Stock", "Send")]]),
      }),
    );
    const { code, stderr } = await chainnode("code", "get", "Send", "--json");
    expect(code).to.equal(2);
    expect(stderr).to.include("CODE_AMBIGUOUS");
  });

  it("get: names the code that was most likely meant", async () => {
    expect((await chainnode("code", "get", "stok")).stderr).to.include("Did you mean Stock?");
    expect((await chainnode("code", "get", "Wheat")).stderr).to.include("chainnode code list");
  });

  it("completes names and parameters of what the chain has", async () => {
    expect((await chainnode("__complete", "code", "get", "S")).stdout).to.equal("Send\nStock\n");
    expect((await chainnode("__complete", "tx", "send", "Se")).stdout).to.equal("Send\n");
    expect((await chainnode("__complete", "tx", "send", "Send", "to=1", "")).stdout).to.equal("amount=\n");
    expect((await chainnode("__complete", "request", "GetBlock", "t")).stdout).to.equal("target=\n");
  });

  it("lets a refusal name the contract, request or parameter that was meant", async () => {
    const refuse = (): never => {
      throw new Refusal("No. ");
    };
    for (const type of ["Stokc", "GetBlock"]) node().answer(type, refuse);
    expect((await chainnode("request", "Stokc")).stderr).to.equal(
      `error: No.\n\n  url  ${node().url}\n\nDid you mean Stock?\n`,
    );
    expect((await chainnode("request", "GetBlock", "traget=1")).stderr).to.include("Did you mean target?");
    expect((await chainnode("request", "GetBlock", "target=1")).stderr).not.to.include("Did you mean");
  });

  it("lets a refusal name the space of a code that is in one of its own", async () => {
    node().answer("ListCode", () =>
      objectToValue({ contracts: [], requests: [STOCK.replace(ZERO_ADDRESS, "44".repeat(22))] }),
    );
    node().answer("Stock", () => {
      throw new Refusal("No. ");
    });
    const { stderr } = await chainnode("request", "Stock");
    expect(stderr).to.include(`--cid ${spaceIdOf("44".repeat(22), "shop")}`);
    expect((await chainnode("request", "Stock", "--cid", "ab")).stderr).not.to.include("--cid");
  });

  it("asks a person for the contract and its required parameters, and shows the line", async () => {
    const asked: string[] = [];
    const { stderr, code } = await runInProcess(["request"], {
      environment: environment(),
      isTerminal: true,
      prompter: {
        choose: async (message, choices) => {
          asked.push(message, ...choices.map(({ value }) => value));
          return "GetResource";
        },
        text: async (message) => {
          asked.push(message);
          return "it's";
        },
        secret: async () => "",
        confirm: async () => false,
      },
    });
    expect(asked).to.include.members(["Which request?", "GetBlock", "Stock"]);
    expect(asked.at(-1)).to.equal("address (string, at most 44 bytes)");
    expect(stderr).to.include("The same in one line: chainnode request GetResource 'address=it'\\''s'");
    // The recorded node does not know the request.
    expect(code).to.equal(4);
  });
});
