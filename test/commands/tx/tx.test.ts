import { expect } from "chai";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { isSignatureValid } from "../../../src/codec/ed25519.js";
import { parseJson } from "../../../src/codec/parse-json.js";
import { hexTime, timeHashToTime } from "../../../src/codec/hash.js";
import { memberOf, objectToValue } from "../../../src/codec/value.js";
import { readTransactionRecord } from "../../../src/records/transaction.js";
import { contractToText } from "../../../src/system/classic-code.js";
import { FEE_2, RECORDED_SEND_3, SEND_3, RECORDED_SEND_5, SEND_5 } from "../../../src/system/codes.js";
import { runBinary, useTemporaryDirectory, type Ended } from "../../cli/binary.js";
import { listedCodes } from "../../support/listed-codes.js";
import { mapIn, textIn } from "../../support/vectors.js";
import { useKeptKey } from "../kept-key.js";
import { addTransaction, mainnet, Refusal, useRecordedNode, userOf } from "../recorded-node.js";

const PRIVATE_KEY = "f2bc1625fde6e77cebfd46ddd250aa3a3e11b354f158158814a1416050560cf7";
const ADDRESS = "4450615052f4fd1ed99ac58f2fcf8fc8d2de640a703f";
const SPACE = textIn(mainnet.get("root_space"));
const TIMESTAMP = 1_795_238_606_662_000;
const [HASH = "", RECORD = null] =
  [...mapIn(memberOf(mainnet.get("main_block"), "transactions")).entries()][0] ?? [];

describe("chainnode tx", () => {
  const node = useRecordedNode();
  const directory = useTemporaryDirectory();
  const { environment, chainnode } = userOf(node, directory);
  const password = (): readonly string[] => ["--password-file", join(directory(), "password")];

  const keep = useKeptKey("genesis", PRIVATE_KEY);
  const keepKey = (): void => keep(directory());

  const signed = (): readonly string[] => [
    "tx",
    "sign",
    "Send",
    `to=${ADDRESS}`,
    "amount=1",
    `--timestamp=${TIMESTAMP}`,
    ...password(),
  ];

  it("sign: builds and signs offline, with the order of the parameters kept", async () => {
    keepKey();
    const { stdout } = await chainnode(signed());
    const { hash, public_key, signature, transaction } = readTransactionRecord(parseJson(stdout));
    expect([...transaction]).to.deep.equal([
      ["type", "Send"],
      ["to", ADDRESS],
      ["amount", "1"],
      ["timestamp", BigInt(TIMESTAMP)],
      ["from", ADDRESS],
    ]);
    expect(isSignatureValid(hash, public_key, signature)).to.equal(true);
    expect(node().received).to.deep.equal([]);
  });

  it("sign | send -: sends exactly what was signed", async () => {
    keepKey();
    const { stdout: record } = await runBinary(signed(), { environment: environment() });
    const words = ["tx", "send", "-"];
    const { stdout, code } = await runBinary(words, { input: record, environment: environment() });
    expect({ stdout, code }).to.deep.equal({
      stdout: `${readTransactionRecord(parseJson(record)).hash}\n`,
      code: 0,
    });
    const sent = node().received.filter(({ operation }) => operation === "sendrawtransaction");
    const asked = new Map([...mapIn(parseJson(record)), ["wait", 1000n]]);
    expect(sent.map(({ parameters }) => parameters)).to.deep.equal([asked]);
  });

  it("send: refuses a record with an invalid signature before a node sees it", async () => {
    keepKey();
    const { stdout } = await chainnode(signed());
    const forged = stdout.replace('"amount":"1"', '"amount":"2"');
    const { code } = await chainnode(["tx", "send", "-", "--yes"], { input: forged });
    expect(code).to.equal(1);
    expect(node().received).to.deep.equal([]);
  });

  it("send: prints the node's refusal, exit 1", async () => {
    keepKey();
    node().answer("sendrawtransaction", () => {
      throw new Refusal("Balance is not enough. ");
    });
    const { code, stderr } = await chainnode(["send", ADDRESS, "1.5", "--yes", ...password()]);
    expect(code).to.equal(1);
    expect(stderr).to.include("Balance is not enough.");
  });

  /** Makes the node's tip as new as the first transaction it is sent, which no block holds. */
  const overtakeOnce = (): void => {
    let tip: number | undefined;
    let isAdded = false;
    node().answer("GetTransaction", () => (isAdded ? RECORD : null));
    node().answer("sendrawtransaction", (parameters) => {
      const timestamp = Number(memberOf(memberOf(parameters, "transaction"), "timestamp"));
      tip ??= timestamp;
      isAdded = timestamp !== tip;
      if (isAdded) return addTransaction(parameters);
      throw new Refusal(`Timestamp must be greater than ${tip} and less than ${tip + 1_000_000} `);
    });
  };
  const sent = () => node().received.filter(({ operation }) => operation === "sendrawtransaction");

  it("send: signs a transaction again, once, when the chain overtakes it", async () => {
    keepKey();
    overtakeOnce();
    const { code, stdout } = await chainnode(["send", ADDRESS, "1.5", ...password()]);
    expect(code).to.equal(0);
    const [first, second] = sent().map(({ parameters }) => memberOf(parameters, "transaction") ?? null);
    expect(hexTime(Number(memberOf(second, "timestamp")))).to.equal(stdout.slice(0, 14));
    expect(memberOf(second, "timestamp")).not.to.equal(memberOf(first, "timestamp"));
  });

  it("send: signs nothing again when a block holds the transaction, whose answer was lost", async () => {
    keepKey();
    overtakeOnce();
    const asked: unknown[] = [];
    node().answer("GetTransaction", (parameters) => {
      asked.push(memberOf(parameters, "target"));
      return RECORD;
    });
    const { code, stdout } = await chainnode(["send", ADDRESS, "1.5", ...password()]);
    expect({ code, asked: asked[0] }).to.deep.equal({ code: 0, asked: stdout.trim() });
    expect(sent()).to.have.length(1);
  });

  it("send: signs nothing again when it cannot learn whether a block holds it, exit 1", async () => {
    keepKey();
    overtakeOnce();
    node().answer("GetTransaction", () => {
      throw new Refusal("Not now. ");
    });
    const { code, stderr } = await chainnode(["send", ADDRESS, "1.5", ...password()]);
    expect(code).to.equal(1);
    expect(stderr).to.include("chainnode tx get ");
    expect(sent()).to.have.length(1);
  });

  it("send: never changes a given time, and advises what to do, exit 1", async () => {
    keepKey();
    overtakeOnce();
    const named = ["send", ADDRESS, "1.5", `--timestamp=${TIMESTAMP}`, ...password()];
    const { code, stderr } = await chainnode(named);
    expect(code).to.equal(1);
    expect(stderr).to.include("Timestamp must be greater than").and.to.include("chainnode tx get ");
    expect(sent()).to.have.length(1);
  });

  it("send: refuses an unknown contract or parameter before it asks for a password", async () => {
    keepKey();
    node().answer("ListCode", () => listedCodes(contractToText(SEND_3, SPACE)));
    for (const [words, error] of [
      [["Sned", `to=${ADDRESS}`], { code: "CONTRACT_UNKNOWN", advice: "Did you mean Send?" }],
      [
        ["Send", `too=${ADDRESS}`, "amount=1"],
        {
          code: "PARAMETER_UNKNOWN",
          advice: "Did you mean to? Show its parameters: chainnode code get Send",
        },
      ],
    ] as const) {
      const { stderr } = await chainnode(["tx", "send", ...words, "--json"]);
      expect(JSON.parse(stderr)).to.have.property("error").that.includes(error);
    }
    expect(sent()).to.deep.equal([]);
  });

  it("sign: needs no node at a terminal either", async () => {
    keepKey();
    const never = async (): Promise<never> => {
      throw new TypeError("Nothing is asked. ");
    };
    const prompter = { text: never, secret: never, choose: never, confirm: never };
    const words = [...signed(), "--rpc", "http://127.0.0.1:1"];
    const { code, stdout } = await chainnode(words, { isTerminal: true, prompter });
    expect(code).to.equal(0);
    expect(stdout).to.include('"signature"');
  });

  it("send: exact amounts, to several nodes, one of which is enough", async () => {
    keepKey();
    const also = ["--also", "http://127.0.0.1:1"];
    const { code, stderr } = await chainnode(["send", "genesis", "1.5", "--yes", ...also, ...password()]);
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "1 of 2 nodes did not accept it.\n" });
    expect(memberOf(memberOf(sent().at(-1)?.parameters, "transaction"), "amount")).to.equal(
      "1500000000000000000",
    );
  });

  describe("send, to a person", () => {
    const never = async (): Promise<never> => {
      throw new TypeError("Nothing else is asked. ");
    };
    const prompter = { text: never, secret: never, choose: never, confirm: async () => false };
    const offer = async (...codes: string[]): Promise<Ended> => {
      keepKey();
      node().answer("ListCode", () => listedCodes(...codes));
      return chainnode(["send", ADDRESS, "1", ...password()], { isTerminal: true, prompter });
    };
    const cost = ({ stderr }: Ended): string =>
      /^fee +(.*)$/m.exec(stripVTControlCharacters(stderr))?.[1] ?? "";

    it("sends nothing when the person says no, exit 130", async () => {
      expect(await offer(contractToText(SEND_3, SPACE))).to.include({ code: 130, stdout: "" });
      expect(node().received.some(({ operation }) => operation === "sendrawtransaction")).to.equal(false);
    });

    it("signs after the person has agreed, because the chain advances meanwhile", async () => {
      let answeredMs = Infinity;
      const confirm = async (): Promise<boolean> => {
        answeredMs = Date.now();
        return true;
      };
      await offer();
      const asked = { isTerminal: true, prompter: { ...prompter, confirm } };
      expect((await chainnode(["send", ADDRESS, "1", ...password()], asked)).code).to.equal(0);
      const transaction = memberOf(sent().at(-1)?.parameters, "transaction");
      expect(Number(memberOf(transaction, "timestamp"))).to.be.at.least(answeredMs * 1000);
    });

    it("shows the fee of the classic codes, by the size (PROTOCOL 6.14)", async () => {
      for (const send of [SEND_3, RECORDED_SEND_3]) {
        expect(cost(await offer(contractToText(send, SPACE)))).to.equal(
          "0.00000000042 coins (420 bytes, weight 414)",
        );
      }
    });

    it("shows the fee of the present codes, by the weight (PROTOCOL 6.17)", async () => {
      for (const send of [SEND_5, RECORDED_SEND_5]) {
        const codes = [contractToText(send, SPACE), contractToText(FEE_2, SPACE)];
        expect(cost(await offer(...codes))).to.equal("0.000000414 coins (420 bytes, weight 414)");
      }
    });

    it("shows the network, the contract, the signer and every parameter", async () => {
      keepKey();
      const pay = { ...SEND_3, name: "Pay", version: "7" };
      node().answer("ListCode", () => listedCodes(contractToText(pay, SPACE)));
      const words = ["tx", "send", "Pay", `to=${ADDRESS}`, "amount=1500000000000000000"];
      const more = [`memo=a\u001b[2Jb\u200b`, "list:=[1,2]", `long=${"x".repeat(1300)}`, ...password()];
      const { stderr } = await chainnode([...words, ...more], { isTerminal: true, prompter });
      const lines = stripVTControlCharacters(stderr).split("\n");
      const shown = new Map(lines.map((line) => [line.split(/ {2,}/)[0], line.split(/ {2,}/)[1]]));
      expect(shown.get("network")).to.include(`by the node at ${node().url}`);
      expect(Object.fromEntries(shown)).to.include({
        contract: "Pay 7",
        from: `${ADDRESS} (genesis)`,
        to: `${ADDRESS} (genesis)`,
        amount: "1.5 coins (1500000000000000000 units)",
        memo: "a\\u001b[2Jb\\u200b",
        list: "[1,2]",
        long: `${"x".repeat(999)}… (1300 characters; --full shows all)`,
      });
    });

    it("shows no fee for a code that it does not know exactly", async () => {
      const other = contractToText({ ...SEND_3, version: "4" }, SPACE);
      expect(cost(await offer(other))).to.equal("by the contract's own rule (420 bytes, weight 414)");
    });
  });

  it("refine: by default all resource, in whole units", async () => {
    keepKey();
    node().answer("GetResource", () => objectToValue({ resource: "2000.75" }));
    expect((await chainnode(["refine", "--yes", ...password()])).code).to.equal(0);
    expect(memberOf(memberOf(sent().at(-1)?.parameters, "transaction"), "amount")).to.equal("2000");
  });

  it("weight: asks without sending", async () => {
    keepKey();
    const { stdout } = await chainnode(["tx", "weight", ...signed().slice(2)]);
    expect(stdout).to.equal("414\n");
    expect(node().received.map(({ operation }) => operation)).to.deep.equal(["rawrequest", "peer", "weight"]);
  });

  it("get: shows a transaction of the public network, or reports that it is unknown", async () => {
    node().answer("GetTransaction", (request) => (memberOf(request, "target") === HASH ? RECORD : []));
    const block = objectToValue({
      height: 1n,
      s_timestamp: BigInt(timeHashToTime(HASH)),
      previous_blockhash: "",
      blockhash: HASH,
      transaction_count: 1n,
    });
    node().answer("BlockCount", () => 1n);
    node().answer("GetBlock", () => block);
    const shown = parseJson((await chainnode(["tx", "get", HASH, "--json"])).stdout);
    // The recorded node has no codes: the fee cannot be computed.
    const found = { hash: HASH, outcome: "committed", height: 1n, fee: null };
    const reason = memberOf(shown, "fee_unknown");
    expect(reason).to.be.a("string").that.is.not.equal("");
    const members = { ...found, fee_unknown: reason ?? null };
    expect(shown).to.deep.equal(new Map([...Object.entries(members), ...mapIn(RECORD)]));
    expect((await chainnode(["tx", "get", HASH.replace(/.$/, "0")])).code).to.equal(4);
    expect((await chainnode(["tx", "get", "abc"])).code).to.equal(2);
  });

  it("get: says how to learn a fee for which a node without StateAt would send many blocks", async () => {
    node().answer("GetTransaction", () => RECORD);
    node().answer("BlockCount", () => 1000n);
    node().answer("GetBlock", (request) => {
      const target = memberOf(request, "target");
      const height = BigInt(typeof target === "bigint" || typeof target === "string" ? target : 1000);
      return objectToValue({
        height,
        s_timestamp: BigInt(timeHashToTime(HASH)) + height - 1n,
        previous_blockhash: "",
        blockhash: HASH,
        transaction_count: 1n,
      });
    });
    const shown = parseJson((await chainnode(["tx", "get", HASH, "--json"])).stdout);
    expect(memberOf(shown, "height")).to.equal(1n);
    expect(memberOf(shown, "fee")).to.equal(null);
    expect(memberOf(shown, "fee_unknown")).to.include(`code trace ${HASH}`);
  });

  it("list: one row for each, whole in a pipe, shortened at a terminal", async () => {
    node().answer("ListTransaction", () => new Map([[HASH, RECORD]]));
    const piped = await chainnode(["tx", "list", ADDRESS, "--count", "5"]);
    expect(piped.stdout).to.match(new RegExp(`^${HASH}\t2022-06-23T`));
    const shown = await chainnode(["tx", "list"], { isTerminal: true });
    expect(shown.stdout).to.include("HASH").and.to.include("…");
    const { parameters } = node().received[0] ?? {};
    expect(memberOf(parameters, "request")).to.deep.equal(
      objectToValue({ type: "ListTransaction", address: ADDRESS, count: 5n, page: 1n }),
    );
    expect((await chainnode(["tx", "list", "--count", "1001"])).code).to.equal(2);
  });

  it("count: one number", async () => {
    node().answer("TransactionCount", () => 308n);
    expect((await chainnode(["tx", "count"])).stdout).to.equal("308\n");
  });
});
