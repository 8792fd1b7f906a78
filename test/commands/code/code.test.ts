import { expect } from "chai";
import { ZERO_ADDRESS } from "../../../src/codec/address.js";
import { canonicalJson } from "../../../src/codec/canonical-json.js";
import { spaceIdOf } from "../../../src/codec/hash.js";
import { objectToValue, type Value } from "../../../src/codec/value.js";
import { memberOf } from "../../../src/codec/value.js";
import type { Ended } from "../../cli/binary.js";
import { runInProcess } from "../../cli/terminal-stub.js";
import { listedCodes } from "../../support/listed-codes.js";
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
    node().answer("ListCode", () => listedCodes(SEND, STOCK));
  });

  it("list: shows both formats, and computes ids as the chain does (mainnet.json, PROTOCOL 6.1, 6.2)", async () => {
    // By writer, space and name.
    const [send = "", stock = ""] = (await chainnode("code", "list")).stdout.split("\n");
    expect(send).to.match(
      new RegExp(`^Send\tcontract\t3\tclassic\t${ZERO_ADDRESS}\t${SEND_ID}\t[0-9a-f]{64}\t[0-9a-f]{64}$`),
    );
    expect(stock).to.match(/^Stock\trequest\t1\tmethod\t0{44}\t[0-9a-f]{64}\t[^\t]*\t[0-9a-f]{64}$/);
  });

  it("get: by name or id, as JSON or as it was submitted (PROTOCOL 6.4)", async () => {
    expect((await chainnode("code", "get", "Send", "--text")).stdout).to.equal(`${SEND}\n`);
    expect((await chainnode("code", "get", SEND_ID)).stdout).to.include('  "name": "Send",\n');
    expect((await chainnode("code", "get", SEND_ID.slice(0, 6))).stdout).to.include('  "name": "Send",\n');
    expect((await chainnode("code", "get", "Send", "--kind", "request")).code).to.equal(4);
  });

  it("source: as TypeScript that builds it, or as pseudo-code", async () => {
    const source = await chainnode("code", "source", "Stock");
    expect(source.stdout).to.match(
      /^import \{ request \} from "chainnode\/contract";\n\nexport const Stock = request\(/,
    );
    expect(source.stderr).to.equal("");
    node().answer("ListCode", () => listedCodes(SEND, STOCK.replace(",", ", ")));
    expect((await chainnode("code", "source", "Stock")).stderr).to.include("not canonical JSON");
    const pseudoCode = await chainnode("code", "source", "Send", "--as", "text");
    expect(pseudoCode.stdout).to.match(/^contract Send 3\nspace [0-9a-f]{64} of 0{44}\n/);
    expect(await chainnode("code", "source", "Send", "--as", "php")).to.include({ code: 2, stdout: "" });
  });

  it("get: asks for the id when several have the name", async () => {
    node().answer("ListCode", () => listedCodes(SEND, STOCK.replace("Stock", "Send")));
    const { code, stderr } = await chainnode("code", "get", "Send", "--json");
    expect(code).to.equal(2);
    expect(stderr).to.include("CODE_AMBIGUOUS");
  });

  it("get and source: take the code of the space that --cid names", async () => {
    const [first = "", second = ""] = ["44", "55"].map((byte) =>
      STOCK.replace(ZERO_ADDRESS, byte.repeat(22)),
    );
    node().answer("ListCode", () => listedCodes(first, second));
    expect((await chainnode("code", "get", "Stock")).code).to.equal(2);
    const cid = ["--cid", spaceIdOf("55".repeat(22), "shop")];
    expect((await chainnode("code", "get", "Stock", "--text", ...cid)).stdout).to.equal(`${second}\n`);
    const pseudoCode = await chainnode("code", "source", "Stock", "--as", "text", ...cid);
    expect(pseudoCode.stdout).to.include("55".repeat(22));
  });

  it("get: prefers the network's own code to a stranger's of the same name", async () => {
    const strangers = ["44", "55"].map((byte) =>
      STOCK.replace("Stock", "Send").replace(ZERO_ADDRESS, byte.repeat(22)),
    );
    node().answer("ListCode", () => listedCodes(SEND, ...strangers));
    expect((await chainnode("code", "get", "Send", "--text")).stdout).to.equal(`${SEND}\n`);
    node().answer("ListCode", () => listedCodes(...strangers));
    expect((await chainnode("code", "get", "Send")).stderr).to.include(
      "There is more than one code named Send",
    );
  });

  describe("with a broken code on the chain", () => {
    const ID = "ab".repeat(32);
    const TEXT = `{"t":"contract","type":5,"n":"\\u001b[2J","v":"1","s":"","w":""}`;

    beforeEach(() => {
      const contracts = new Map<string, Value>([
        [ID, TEXT],
        [SEND_ID, SEND],
        ["cd".repeat(32), "\u001b[2J{"],
        ["ef".repeat(32), 5n],
      ]);
      node().answer("ListCode", () => objectToValue({ contracts, requests: [] }));
    });

    it("list: shows the reason, and lists the others as usual", async () => {
      const rows = (await chainnode("code", "list")).stdout.split("\n");
      expect(rows).to.include(`-\tcontract\t-\t-\t-\t${ID}\t-\t-\tits type is neither contract nor request`);
      expect(rows).to.include(`-\tcontract\t-\t-\t-\t${"cd".repeat(32)}\t-\t-\tit is not JSON`);
      expect(rows).to.include(`-\tcontract\t-\t-\t-\t${"ef".repeat(32)}\t-\t-\tit is not text`);
      expect(rows.join("\n")).to.include(`Send\tcontract\t3\tclassic\t${ZERO_ADDRESS}\t${SEND_ID}\t`);
      // Broken codes come last.
      const [send, broken] = JSON.parse(
        (await chainnode("code", "list", "--json")).stdout,
      ) as readonly object[];
      expect(Object.keys(broken ?? {})).to.deep.equal(Object.keys(send ?? {}));
      expect(broken).to.include({ id: ID, kind: "contract", name: null, cid: null });
      expect(broken).to.include({ broken: "its type is neither contract nor request" });
      expect(send).to.include({ name: "Send", broken: null });
    });

    it("get: shows its text, with a note", async () => {
      const shown = await chainnode("code", "get", ID);
      expect(shown).to.include({ code: 0 });
      expect(shown.stdout).to.include('  "type": 5,\n');
      expect((await chainnode("code", "get", ID, "--text")).stdout).to.equal(`${TEXT}\n`);
      expect((await chainnode("code", "get", "cd".repeat(32))).stdout).to.equal('"\\u001b[2J{"\n');
      expect((await chainnode("code", "get", "Send", "--text")).stdout).to.equal(`${SEND}\n`);
    });
  });

  it("get: suggests the code that was probably meant", async () => {
    expect((await chainnode("code", "get", "stok")).stderr).to.include("Did you mean Stock?");
    expect((await chainnode("code", "get", "Wheat")).stderr).to.include("chainnode code list");
  });

  it("completes names and parameters of the codes on the chain", async () => {
    expect((await chainnode("__complete", "code", "get", "S")).stdout).to.equal("Send\nStock\n");
    expect((await chainnode("__complete", "tx", "send", "Se")).stdout).to.equal("Send\n");
    expect((await chainnode("__complete", "tx", "send", "Send", "to=1", "")).stdout).to.equal("amount=\n");
    expect((await chainnode("__complete", "request", "GetBlock", "t")).stdout).to.equal("target=\n");
  });

  it("adds the contract, request or parameter that was meant to a refusal", async () => {
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

  it("adds the space of a code that is not in the network's space to a refusal", async () => {
    node().answer("ListCode", () => listedCodes(STOCK.replace(ZERO_ADDRESS, "44".repeat(22))));
    node().answer("Stock", () => {
      throw new Refusal("No. ");
    });
    const { stderr } = await chainnode("request", "Stock");
    expect(stderr).to.include(`--cid ${spaceIdOf("44".repeat(22), "shop")}`);
    expect((await chainnode("request", "Stock", "--cid", "ab")).stderr).not.to.include("--cid");
  });

  it("adds the space of a code that the network's managers wrote in another space", async () => {
    node().answer("ListCode", () => listedCodes(STOCK));
    node().answer("Stock", () => {
      throw new Refusal("There is no request code: Stock ");
    });
    expect((await chainnode("request", "Stock")).stderr).to.include(
      `--cid ${spaceIdOf(ZERO_ADDRESS, "shop")}`,
    );
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
    // The recorded node does not have the request.
    expect(code).to.equal(4);
  });
});
