import { expect } from "chai";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { valueToText } from "../../src/codec/text.js";
import { isMap, memberOf, objectToValue, valuesOf, type Value } from "../../src/codec/value.js";
import { operationAt } from "../../src/records/operations/operations.js";
import { listIn, mapIn, textIn } from "../support/vectors.js";
import { ask, envelopeOf } from "./support/http.js";
import { useRecordedNode } from "./support/recorded-node.js";
import { RECORDINGS, typeOfRecording } from "./support/recordings.js";

/** Exchanges that this node answers differently, by the start of their names, with the reason. */
const OTHERWISE: ReadonlyMap<string, string> = new Map([
  ["GET /PING", "docs/rpc.md: Ping's data is an empty list"],
  ["POST /PING", "docs/rpc.md: Ping's data is an empty list"],
  ["GET /ping/", "docs/rpc.md: Ping's data is an empty list"],
  ["PUT ping", "PROTOCOL 13.2: GET and POST"],
  ["GET /info", "docs/rpc.md: the policies are the node's own"],
  ["peer auth", "PROTOCOL 12.2: the statement is the node's own"],
  ['GetBlock {"target":"1"}', "PROTOCOL 13.10: a height may be decimal text"],
  ['GetBlock {"target":"ffff', "PROTOCOL 13.10: no such block is the empty block"],
  ['GetBlock {"target":"0660c268e4a2000000', "PROTOCOL 13.10: no such block is the empty block"],
  ['GetBlock {"target":"0660c268e4a200000000000000000', "PROTOCOL 13.10: no such block is the empty block"],
  ['GetBlock {"target":[1]}', "PROTOCOL 13.10: no such block is the empty block"],
  ['GetBlock {"target":true}', "PROTOCOL 13.10: its text is that of a height"],
  ['GetResourceBlock {"target":"1"}', "PROTOCOL 13.10: a height may be decimal text"],
  ['GetResourceBlock {"target":"ffff', "PROTOCOL 13.10: no such block is the empty block"],
  ['GetResourceBlock {"target":"0660c25efbeb86"}', "PROTOCOL 13.10: no such block is the empty block"],
  ['GetResourceBlock {"target":"0660c25efbeb86000', "PROTOCOL 13.10: no such block is the empty block"],
  ['ListBlock {"count":101}', "docs/rpc.md: at most 9999"],
  ['ListBlock {"count":"x"}', "docs/rpc.md: a count is an integer"],
  ['ListBlock {"count":2,"height":3}', "PROTOCOL 13.12: the list ends at the height"],
  ["ListResourceBlock {}", "PROTOCOL 13.14: count is mandatory"],
  ['ListResourceBlock {"count":-1}', "PROTOCOL 13.14: 0 < count"],
  ['ListResourceBlock {"count":2,"page":0}', "docs/rpc.md: pages begin with 1"],
  ['ListResourceBlock {"count":2,"page":-1}', "docs/rpc.md: pages begin with 1"],
  ['ListResourceBlock {"count":2.5}', "docs/rpc.md: count is an integer"],
  ['ListResourceBlock {"count":"x"}', "PROTOCOL 5.10: a mandatory parameter has its type"],
  ["ListTransaction {}", "PROTOCOL 13.14: count is mandatory"],
  ['ListTransaction {"count":0}', "PROTOCOL 13.14: 0 < count"],
  ["GetCode {}", "PROTOCOL 13.13: target is optional"],
  ['GetCode {"target":5}', "PROTOCOL 13.13: target is optional"],
  ['ListCode {"count":-1}', "PROTOCOL 13.14: 0 < count"],
  ['ListCode {"count":"2"}', "PROTOCOL 5.10: a mandatory parameter has its type"],
  ['GetResource {"address":""}', "PROTOCOL 14.3: a sentence where the recorded node has none"],
  ['GetResource {"address":"zz"}', "PROTOCOL 14.3: a sentence where the recorded node has none"],
  ["rawrequest form", "PROTOCOL 13.1: every operation reads every form"],
  ["Oracle ok", "PROTOCOL 6.12: it is submitted without its code"],
  ["too old", "the recorded tip was a later one"],
  ["ts 0", "the recorded tip was a later one"],
  ["future +1h", "the recorded tip was a later one"],
]);

function isOtherwise(name: string): boolean {
  return [...OTHERWISE.keys()].some(
    (start) => name === start || (!start.endsWith("}") && name.startsWith(start)),
  );
}

/** The data of a 2.1 node in the shape of the RPC interface (PROTOCOL 13.12, 13.13). */
function toSpecShape(type: string, data: Value): Value {
  if (type === "ListBlock" && isMap(data)) {
    const blocks = valuesOf(data).map(
      (block) => [valueToText(memberOf(block, "height") ?? null), block] as const,
    );
    return new Map(blocks);
  }
  if (type === "ListResourceBlock" && isMap(data)) return valuesOf(data);
  return type === "GetResource" ? objectToValue({ resource: data }) : data;
}

/** The part in which both answers must agree. Another test checks the order of lists of blocks. */
function comparable(data: Value): Value {
  if (!isMap(data)) return data;
  const copy = new Map(data);
  // Where no form was asked for, this node sends the full block and the recorded node the summary: their common part
  // (PROTOCOL 13.9).
  if (data.has("blockhash")) {
    for (const name of ["transaction_count", "receipt_count", "seal", "transactions", "receipts"])
      copy.delete(name);
    for (const name of ["universal_updates", "local_updates"]) copy.delete(name);
  }
  // The time of the answer differs.
  if (data.has("sync_limit")) copy.delete("timestamp");
  return new Map(Array.from(copy, ([name, member]) => [name, comparable(member)]));
}

describe("the real node over the recorded chain (http.json)", () => {
  const node = useRecordedNode();

  for (const recorded of RECORDINGS) {
    const { name, path, question, answer, status, isCut } = recorded;
    if (isOtherwise(name) || isCut || operationAt(path.replace(/\?.*/, "")) === undefined) continue;
    const type = typeOfRecording(recorded);

    it(`${path.replace(/\?.*/, "")}: ${name}`, async () => {
      const given = await ask(node().url, path, question);
      // Where the recorded node stopped with an internal error, a refusal and the empty block are both right
      // (PROTOCOL 14.3).
      if (answer === null) {
        expect(given.status).to.be.oneOf([200, 400]);
        return;
      }
      expect(given.status, given.text).to.equal(status);
      const envelope = envelopeOf(given);
      if (status !== 200) {
        expect(envelope.get("msg")).to.equal(answer.get("msg"));
        return;
      }
      const data = comparable(envelope.get("data") ?? null);
      const expected = comparable(toSpecShape(type, answer.get("data") ?? null));
      // The members are in the same order, except that a 2.1 node orders lists of blocks differently.
      if (type === "ListBlock") expect(data).to.deep.equal(expected);
      else expect(canonicalJson(data)).to.equal(canonicalJson(expected));
    });
  }

  it("adds status success for system requests, and not for registered code (PROTOCOL 13.3)", async () => {
    const members = async (request: string): Promise<readonly string[]> => {
      const answer = await ask(node().url, `/request?request=${encodeURIComponent(request)}`);
      return [...envelopeOf(answer).keys()];
    };
    expect(await members('{"type":"BlockCount"}')).to.deep.equal(["code", "status", "data"]);
    expect(await members('{"type":"GetBalance","address":"00"}')).to.deep.equal(["code", "data"]);
  });

  it("returns full blocks byte for byte as they were recorded (PROTOCOL 13.9)", async () => {
    const full = RECORDINGS.filter(({ question }) =>
      /full(%22%3A|":|\\":)(true|1|%22true)/.test(String(question.body)),
    );
    const whole = full.filter(({ answer }) => answer !== null);
    expect(whole.length).to.be.greaterThan(4);
    for (const { name, path, question, answer } of whole) {
      const { text } = await ask(node().url, path, question);
      expect(text, name).to.equal(
        `{"code":200,"status":"success","data":${canonicalJson(answer?.get("data") ?? null)}}`,
      );
    }
  });

  it("lists blocks in ascending order of height for sort -1, the default, and descending for 1 (PROTOCOL 13.12)", async () => {
    const heights = async (sort: string): Promise<readonly string[]> => {
      const request = `{"type":"ListBlock","count":3${sort}}`;
      const answer = await ask(node().url, `/request?request=${encodeURIComponent(request)}`);
      return [...mapIn(envelopeOf(answer).get("data")).keys()];
    };
    expect(await heights("")).to.deep.equal(["76", "77", "78"]);
    expect(await heights(',"sort":-1')).to.deep.equal(["76", "77", "78"]);
    expect(await heights(',"sort":1')).to.deep.equal(["78", "77", "76"]);
  });

  it("refuses a count that is not an integer", async () => {
    for (const count of [`"abc"`, `"1.5"`, "[1]"]) {
      const answer = await ask(node().url, `/request?request={"type":"ListBlock","count":${count}}`);
      expect(envelopeOf(answer).get("msg"), count).to.equal("Parameter 'count' must be of integer type. ");
    }
  });

  it("lists transactions newest first, as the recorded beginning of them (ListTransaction 1000, PROTOCOL 13.13)", async () => {
    const answer = await ask(node().url, '/request?request={"type":"ListTransaction","count":1000}');
    const hashes = [...mapIn(envelopeOf(answer).get("data")).keys()];
    expect(hashes).to.have.length(308);
    expect(hashes).to.deep.equal(hashes.toSorted().toReversed());
  });

  it("returns resource blocks newest first (ListResourceBlock, PROTOCOL 13.13)", async () => {
    const answer = await ask(node().url, '/request?request={"type":"ListResourceBlock","count":100}');
    const heights = listIn(envelopeOf(answer).get("data")).map((block) => memberOf(block, "height"));
    expect(heights).to.deep.equal(Array.from({ length: 42 }, (_, index) => BigInt(42 - index)));
  });

  it("inspects a state value with the height it was read at, and refuses an invalid state key", async () => {
    const code = await ask(
      node().url,
      '/request?request={"type":"GetCode","target":"40aba7d1d362d2c16eea2e4a73e1d9d7976e729c1db4"}',
    );
    const [key = "", text] = [...mapIn(envelopeOf(code).get("data"))][0] ?? [];
    const inspected = await ask(node().url, `/inspect?type=local&key=${key}`);
    expect(envelopeOf(inspected).get("data")).to.deep.equal(
      new Map<string, unknown>([
        ["key", key],
        ["value", text],
        ["height", 78n],
      ]),
    );
    expect(mapIn(parseJson(textIn(text))).get("name")).to.equal("Send");
    for (const bad of ["0".repeat(65), "g".repeat(66), "0".repeat(67)]) {
      const refused = await ask(node().url, `/inspect?type=local&key=${bad}`);
      expect([refused.status, envelopeOf(refused).get("msg")]).to.deep.equal([400, "Invalid state key."]);
    }
  });

  it("gives state values after a block of any age, null for an absent cell (PROTOCOL 8.5)", async () => {
    const recorded = await ask(node().url, '/request?request={"type":"GetBlock","target":66,"full":true}');
    const [update] = mapIn(mapIn(envelopeOf(recorded).get("data")).get("universal_updates"));
    if (update === undefined) throw new Error("The block writes nothing. ");
    const [key, change] = update;
    const absent = "0".repeat(66);
    for (const [height, name] of [
      [65, "old"],
      [66, "new"],
    ] as const) {
      const answer = await ask(node().url, `/stateat?type=universal&keys=${key},${absent}&height=${height}`);
      const data = mapIn(envelopeOf(answer).get("data"));
      expect(data.get("height")).to.equal(BigInt(height));
      expect(data.get("values")).to.deep.equal(
        new Map([
          [key, mapIn(change).get(name)],
          [absent, null],
        ]),
      );
    }
    const before = mapIn(
      envelopeOf(await ask(node().url, `/stateat?type=universal&keys=${key}&height=0`)).get("data"),
    );
    expect([before.get("blockhash"), before.get("values")]).to.deep.equal(["", new Map([[key, null]])]);
    const last = mapIn(envelopeOf(await ask(node().url, `/stateat?type=universal&keys=${key}`)).get("data"));
    expect(last.get("height")).to.equal(78n);
    const bad = await ask(node().url, `/stateat?type=universal&keys=${key},`);
    expect([bad.status, envelopeOf(bad).get("msg")]).to.deep.equal([400, "Invalid state key."]);
    for (const height of ["79", "-1"]) {
      const refused = await ask(node().url, `/stateat?type=universal&keys=${key}&height=${height}`);
      expect(memberOf(envelopeOf(refused).get("error"), "code"), height).to.equal("HEIGHT_UNKNOWN");
    }
  });

  it("met no unexpected error", () => {
    expect(node().errors).to.deep.equal([]);
  });
});
