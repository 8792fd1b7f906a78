import { expect } from "chai";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { memberOf, type Value, type ValueMap } from "../../src/codec/value.js";
import { MAX_TRANSACTION_SIZE } from "../../src/records/limits.js";
import { assertSender, assertTimely } from "../../src/records/transaction-rules.js";
import {
  assertSigned,
  readSignedTransaction,
  readTransactionRecord,
  signTransaction,
  type SignedTransactionInput,
} from "../../src/records/transaction.js";
import { formToSignedInput } from "../support/recorded-form.js";
import { transactionToRecord } from "../support/transaction-record.js";
import { listIn, mapIn, readVector, textIn } from "../support/vectors.js";

const key = mapIn(listIn(mapIn(readVector("codec.json")).get("keys"))[0]);
const privateKey = textIn(key.get("private_key"));
const publicKey = textIn(key.get("public_key"));
const send = mapOf('{"type":"Send","timestamp":1700000000000000,"to":"é/","amount":"1"}');

function mapOf(json: string): ValueMap {
  return mapIn(parseJson(json));
}

describe("recorded transactions (PROTOCOL 5.1, 5.2, 5.3)", () => {
  it("are listed under their hash and have a valid signature, on the chain and on mainnet", () => {
    const blocks = [
      mapIn(mapIn(readVector("mainnet.json")).get("main_block")),
      ...listIn(readVector("chain/main.json")).map(mapIn),
    ];
    let count = 0;
    for (const block of blocks) {
      for (const [hash, record] of mapIn(block.get("transactions"))) {
        const tx = readTransactionRecord(record);
        expect(tx.hash).to.equal(hash);
        expect(tx.text).to.equal(canonicalJson(record));
        expect(canonicalJson(transactionToRecord(tx))).to.equal(tx.text);
        expect(() => assertSigned(tx)).not.to.throw();
        count += 1;
      }
    }
    expect(count).to.equal(321);
  });

  it("have the size recorded on mainnet", () => {
    const mainnet = mapIn(readVector("mainnet.json"));
    const [record] = mapIn(mapIn(mainnet.get("main_block")).get("transactions")).values();
    expect(readTransactionRecord(record).size).to.equal(Number(mainnet.get("main_block_transaction_size")));
  });
});

describe("well-formedness as http.json records it (PROTOCOL 5.4, 5.11)", () => {
  /** The refusals of well-formed transactions, which come after this check. */
  const isLaterRefusal = (exchange: ValueMap): boolean => !WELL_FORMEDNESS.test(messageOf(exchange));
  const WELL_FORMEDNESS = /must contain|Parameter "|Invalid public key|Invalid signature|Invalid from/;
  const exchanges = listIn(readVector("http.json")).map(mapIn);
  const submissions = exchanges.filter((exchange) =>
    /^\/(sendtransaction|sendrawtransaction|weight)$/.test(textIn(exchange.get("path"))),
  );

  for (const exchange of submissions) {
    const name = textIn(exchange.get("name"));
    it(`${isLaterRefusal(exchange) ? "accepts" : "refuses"} "${name}"`, () => {
      const read = (): void => {
        const tx = readSignedTransaction(inputOf(exchange));
        assertSigned(tx);
        assertSender(tx);
      };
      if (isLaterRefusal(exchange)) expect(read).not.to.throw();
      else expect(read).to.throw(ChainError).with.property("message", messageOf(exchange));
    });
  }

  it("covers the recording", () => {
    expect(submissions.filter((exchange) => !isLaterRefusal(exchange)).length).to.be.greaterThan(12);
    expect(submissions.filter(isLaterRefusal).length).to.be.greaterThan(30);
  });

  function messageOf(exchange: ValueMap): string {
    if (exchange.get("http_status") !== 999n) return "";
    return textIn(memberOf(parseJson(textIn(exchange.get("body"))), "msg"));
  }

  function inputOf(exchange: ValueMap): SignedTransactionInput {
    const form = exchange.get("form");
    if (form !== undefined && exchange.get("path") !== "/sendrawtransaction") {
      return formToSignedInput(form);
    }
    const json = exchange.get("json");
    return {
      transaction: memberOf(json, "transaction"),
      public_key: memberOf(json, "public_key"),
      signature: memberOf(json, "signature"),
    };
  }
});

describe("readSignedTransaction (PROTOCOL 1.10, 5.1, 5.2, 5.3, 5.4)", () => {
  const read = (transaction: Value | undefined, public_key: Value = publicKey, signature: Value = "00") =>
    readSignedTransaction({ transaction, public_key, signature });
  const refusal = (transaction: Value | undefined, public_key?: Value, signature?: Value): string => {
    try {
      read(transaction, public_key, signature);
    } catch (error) {
      if (error instanceof ChainError) return error.message;
      throw error;
    }
    return "accepted";
  };

  it("names the first member that is missing or mistyped, in the protocol's order", () => {
    expect(refusal(undefined, null, null)).to.contain('"transaction" parameter');
    expect(refusal(send, null, null)).to.contain('"public_key" parameter');
    expect(refusal(send, 5n)).to.contain('"public_key" must be of string');
    expect(refusal(send, "x", null)).to.equal("Invalid public key: x");
    expect(refusal(send, publicKey, null)).to.contain('"signature" parameter');
    expect(refusal([1n, "a"])).to.contain('"transaction.type" parameter');
    expect(refusal(mapOf('{"timestamp":1}'))).to.contain('"transaction.type" parameter');
    expect(refusal(mapOf('{"type":"Send"}'))).to.contain('"transaction.timestamp" parameter');
    expect(refusal(mapOf('{"type":"Send","timestamp":true}'))).to.contain('"transaction.timestamp" must be');
  });

  it("reads the values of the canonical text: 1.0 is 1 and an empty map is the empty list", () => {
    const tx = read(mapOf('{"type":"Oracle","timestamp":1.7e15,"n":1.0,"f":1.5,"z":-0,"deep":{"n":[2.0]}}'));
    expect(tx.timestamp).to.equal(1_700_000_000_000_000);
    expect(tx.transaction.get("n")).to.equal(1n);
    expect(tx.transaction.get("f")).to.equal(1.5);
    expect(Object.is(tx.transaction.get("z"), -0)).to.equal(true);
    expect(memberOf(tx.transaction.get("deep"), "n")).to.deep.equal([2n]);
    const again = readTransactionRecord(parseJson(tx.text));
    expect(again).to.deep.equal(tx);
  });

  it("reads an absent or null cid as the root cid, and any other as its text", () => {
    expect(read(send).cid).to.equal(null);
    expect(read(mapOf('{"type":"T","timestamp":1,"cid":null}')).cid).to.equal(null);
    expect(read(mapOf('{"type":"T","timestamp":1,"cid":5}')).cid).to.equal("5");
  });

  it("hashes every digit of a time beyond 2^53", () => {
    const [one, other] = ["9007199254740993", "9007199254740992"].map((time) =>
      read(mapOf(`{"type":"T","timestamp":${time}}`)),
    );
    expect(one?.timestamp).to.equal(other?.timestamp);
    expect(one?.hash.slice(0, 14)).to.equal("20000000000001");
  });

  it("accepts a size at the limit and refuses one byte more", () => {
    const empty = read(mapOf('{"type":"T","timestamp":1,"x":""}')).size;
    const sized = (size: number) => mapOf(`{"type":"T","timestamp":1,"x":"${"x".repeat(size - empty)}"}`);
    expect(read(sized(MAX_TRANSACTION_SIZE)).size).to.equal(MAX_TRANSACTION_SIZE);
    expect(refusal(sized(MAX_TRANSACTION_SIZE + 1))).to.contain("1048576 bytes");
  });
});

describe("signTransaction", () => {
  it("returns a record that verifies, and does not after any byte changes", () => {
    const tx = signTransaction(send, privateKey);
    expect(() => assertSigned(tx)).not.to.throw();
    expect(tx.address).to.equal(key.get("address"));
    const changed = new Map(tx.transaction).set("amount", "2");
    const forged = readSignedTransaction({
      transaction: changed,
      public_key: tx.public_key,
      signature: tx.signature,
    });
    expect(() => assertSigned(forged))
      .to.throw(ChainError)
      .with.property("code", "TRANSACTION_SIGNATURE");
  });

  it("refuses a map without a timestamp and a malformed private key", () => {
    expect(() => signTransaction(mapOf('{"type":"T"}'), privateKey)).to.throw(ChainError);
    expect(() => signTransaction(send, "zz")).to.throw(Error);
  });
});

describe("transaction rules (PROTOCOL 5.5)", () => {
  const tx = signTransaction(send, privateKey);

  it("bound the timestamp by the tip, exclusive, and the round, inclusive", () => {
    expect(() => assertTimely(tx, tx.timestamp - 1, tx.timestamp)).not.to.throw();
    expect(() => assertTimely(tx, tx.timestamp, tx.timestamp + 1)).to.throw(
      ChainError,
      `Timestamp must be greater than ${tx.timestamp} and less than ${tx.timestamp + 1} `,
    );
    expect(() => assertTimely(tx, 0, tx.timestamp - 1)).to.throw(ChainError, "Timestamp must be");
  });

  it("require `from` to be absent, null or the signer", () => {
    const from = (json: string): (() => void) => {
      const map = new Map(send).set("from", parseJson(json));
      return () => assertSender(signTransaction(map, privateKey));
    };
    expect(from("null")).not.to.throw();
    expect(from(`"${tx.address}"`)).not.to.throw();
    expect(from('"x"')).to.throw(ChainError, "Invalid from address: x ");
    expect(from("5")).to.throw(ChainError, "Invalid from address: 5 ");
  });
});
