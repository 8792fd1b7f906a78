import { expect } from "chai";
import { recordedMainBlocks, recordedResourceBlocks } from "../support/recorded-chain.js";
import { ask, json, type HttpAnswer } from "./support/http.js";
import { useRecordedNode } from "./support/recorded-node.js";

/** The last resource block is 42, and C is 10 (PROTOCOL 4.2, 10.10). */
const FIXED_HEIGHT = 32;
const FOR_EVER = "public, max-age=31536000, immutable";

describe("final answers of the real node over the recorded chain (PROTOCOL 10.10)", () => {
  const node = useRecordedNode();
  const other = useRecordedNode();
  const mainBlocks = recordedMainBlocks();
  const fixedMainHeight = recordedResourceBlocks()[FIXED_HEIGHT - 1]?.main_height ?? 0;
  const lastFinal = mainBlocks[fixedMainHeight - 1];
  const firstOpen = mainBlocks[fixedMainHeight];
  const hashIn = (block: typeof lastFinal): string => block?.transactions[0]?.hash ?? "";

  function get(request: Readonly<Record<string, unknown>>, headers = {}): Promise<HttpAnswer> {
    const path = `/request?request=${encodeURIComponent(JSON.stringify(request))}`;
    return ask(node().url, path, { headers });
  }

  const final: readonly Readonly<Record<string, unknown>>[] = [
    { type: "GetBlock", target: fixedMainHeight },
    { type: "GetBlock", target: fixedMainHeight, full: false },
    { type: "GetBlock", target: lastFinal?.blockhash },
    { type: "GetTransaction", target: hashIn(lastFinal) },
    { type: "GetResourceBlock", target: FIXED_HEIGHT },
    { type: "GetResourceBlock", target: FIXED_HEIGHT, full: false },
  ];
  for (const request of final) {
    it(`${JSON.stringify(request)} may be cached without limit, and a repeated request is answered with 304`, async () => {
      const first = await get(request);
      expect(first.status).to.equal(200);
      expect(first.headers["cache-control"]).to.equal(FOR_EVER);
      const again = await get(request, { "if-none-match": first.headers.etag });
      expect([again.status, again.text]).to.deep.equal([304, ""]);
      expect(again.headers).to.include({ etag: first.headers.etag, "cache-control": FOR_EVER });
    });

    it(`${JSON.stringify(request)} has the same ETag in every form of the request, and from every node`, async () => {
      const { etag } = (await get(request)).headers;
      const text = JSON.stringify(request);
      const encoded = encodeURIComponent(text);
      for (const path of [
        `/request?request=${text}`,
        `/Request/?request=${encoded}`,
        `/request?request=${encoded}&public_key=&other=1`,
        `/rawrequest?request=${encoded}`,
        `/RAWREQUEST?request=${text}`,
      ]) {
        for (const method of ["GET", "HEAD"]) {
          for (const url of [node().url, other().url]) {
            expect((await ask(url, path, { method })).headers.etag, path).to.equal(etag);
            const again = await ask(url, path, {
              method,
              headers: { "if-none-match": `"x", ${etag ?? ""}` },
            });
            expect([again.status, again.text], path).to.deep.equal([304, ""]);
          }
        }
      }
    });

    it(`${JSON.stringify(request)} is sent in full to POST, which is not cached`, async () => {
      const headers = { "if-none-match": (await get(request)).headers.etag ?? "" };
      const question = json(JSON.stringify({ request }));
      const answer = await ask(node().url, "/rawrequest", {
        ...question,
        headers: { ...question.headers, ...headers },
      });
      expect(answer.status).to.equal(200);
      expect(answer.headers).to.not.have.any.keys("etag", "cache-control");
    });
  }

  it("identifies the content: the blockhash or the transaction's hash, and the form of a block", async () => {
    const etagOf = async (request: Readonly<Record<string, unknown>>): Promise<string | undefined> =>
      (await get(request)).headers.etag;
    const { blockhash = "" } = lastFinal ?? {};
    const full = (await etagOf({ type: "GetBlock", target: fixedMainHeight })) ?? "";
    expect(full).to.match(new RegExp(`^W/"${blockhash}-[0-9a-f]{64}"$`));
    expect(await etagOf({ type: "GetBlock", target: blockhash, full: true })).to.equal(full);
    const summary = await etagOf({ type: "GetBlock", target: blockhash, full: false });
    expect(summary).to.match(new RegExp(`^W/"${blockhash}-summary-[0-9a-f]{64}"$`));
    const hash = hashIn(lastFinal);
    expect(await etagOf({ type: "GetTransaction", target: hash })).to.match(
      new RegExp(`^W/"${hash}-[0-9a-f]{64}"$`),
    );
  });

  it("sends another block in full to a client that has one, and not 304", async () => {
    const { etag = "" } = (await get({ type: "GetBlock", target: fixedMainHeight })).headers;
    const before = await get({ type: "GetBlock", target: fixedMainHeight - 1 }, { "if-none-match": etag });
    expect(before.status).to.equal(200);
    const summary = { type: "GetBlock", target: fixedMainHeight, full: false };
    expect((await get(summary, { "if-none-match": etag })).status).to.equal(200);
  });

  const open: readonly Readonly<Record<string, unknown>>[] = [
    { type: "GetBlock", target: fixedMainHeight + 1 },
    { type: "GetBlock", target: fixedMainHeight + 1, full: false },
    { type: "GetBlock", target: firstOpen?.blockhash },
    { type: "GetTransaction", target: hashIn(firstOpen) },
    { type: "GetResourceBlock", target: FIXED_HEIGHT + 1 },
    // A block that does not exist yet may come.
    { type: "GetBlock", target: 0 },
    { type: "GetBlock", target: 1000 },
    { type: "GetTransaction", target: "00".repeat(39) },
    { type: "GetResourceBlock", target: 1000 },
    // The latest block changes, and a range that is not full grows.
    { type: "GetBlock" },
    { type: "GetTransaction" },
    { type: "GetResourceBlock" },
    { type: "GetBlocks", target: 1 },
    { type: "GetResourceBlocks", target: 1 },
  ];
  for (const request of open) {
    it(`${JSON.stringify(request)} may change, and is not cacheable`, async () => {
      const answer = await get(request);
      expect(answer.status).to.equal(200);
      expect(answer.headers).to.not.have.any.keys("etag", "cache-control");
    });
  }
});
