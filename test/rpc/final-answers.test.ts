import { expect } from "chai";
import { recordedMainBlocks, recordedResourceBlocks } from "../support/recorded-chain.js";
import { ask, type HttpAnswer } from "./support/http.js";
import { useRecordedNode } from "./support/recorded-node.js";

/** The last resource block is 42, and C is 10 (PROTOCOL 10). */
const FIXED_HEIGHT = 32;
const FOR_EVER = "public, max-age=31536000, immutable";

describe("final answers of the real node over the recorded chain (PROTOCOL 10, fixed height)", () => {
  const node = useRecordedNode();
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
    it(`${JSON.stringify(request)} is kept for ever, and asked for again answered with 304`, async () => {
      const first = await get(request);
      expect(first.status).to.equal(200);
      expect(first.headers["cache-control"]).to.equal(FOR_EVER);
      const again = await get(request, { "if-none-match": first.headers.etag });
      expect([again.status, again.text]).to.deep.equal([304, ""]);
    });
  }

  const open: readonly Readonly<Record<string, unknown>>[] = [
    { type: "GetBlock", target: fixedMainHeight + 1 },
    { type: "GetBlock", target: fixedMainHeight + 1, full: false },
    { type: "GetBlock", target: firstOpen?.blockhash },
    { type: "GetTransaction", target: hashIn(firstOpen) },
    { type: "GetResourceBlock", target: FIXED_HEIGHT + 1 },
    // What there is not, may come.
    { type: "GetBlock", target: 0 },
    { type: "GetBlock", target: 1000 },
    { type: "GetTransaction", target: "00".repeat(39) },
    { type: "GetResourceBlock", target: 1000 },
    // The latest is another one later, and a range that is not full grows.
    { type: "GetBlock" },
    { type: "GetTransaction" },
    { type: "GetResourceBlock" },
    { type: "GetBlocks", target: 1 },
    { type: "GetResourceBlocks", target: 1 },
  ];
  for (const request of open) {
    it(`${JSON.stringify(request)} may change, and is not to be kept`, async () => {
      const answer = await get(request);
      expect(answer.status).to.equal(200);
      expect(answer.headers).to.not.have.any.keys("etag", "cache-control");
    });
  }
});
