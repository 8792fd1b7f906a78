import { expect } from "chai";
import { readEnvelope } from "../../../src/client/exchange.js";
import { timedOut, connectionFailure } from "../../../src/client/failures.js";
import { ChainError } from "../../../src/codec/chain-error.js";
import { machineThread, signatureThread } from "../../../src/ledger/errors.js";
import { premature } from "../../../src/records/errors.js";
import { failureKind, isPassing } from "../../../src/peers/transport/failure-kind.js";

/** The error of an answer that is refused. */
function refusal(status: number, body: string): ChainError {
  try {
    readEnvelope(status, Buffer.from(body), "a:1");
  } catch (error) {
    if (error instanceof ChainError) return error;
  }
  throw new Error("It is not a refusal. ");
}

const FAILURES: readonly (readonly [string, ChainError, string, boolean])[] = [
  ["a refused connection", connectionFailure("a:1", new Error("connect ECONNREFUSED")), "transport", true],
  [
    "a name without an address",
    connectionFailure("a:1", new Error("getaddrinfo ENOTFOUND a")),
    "transport",
    true,
  ],
  ["no answer in time", timedOut("a:1", 10_000), "transport", true],
  ["a body that is cut off", refusal(200, '{"code":200,"da'), "transport", true],
  ["HTTP 500 without a body", refusal(500, ""), "transport", true],
  ["HTTP 500 with a JSON body", refusal(500, '{"code":500,"msg":"Internal. "}'), "overload", true],
  ["HTTP 500 with the code of a refusal", refusal(500, '{"code":999,"msg":"No. "}'), "overload", true],
  ["HTTP 502 with a JSON body", refusal(502, '{"code":502}'), "overload", true],
  ["HTTP 503", refusal(503, '{"code":503,"msg":"Starting. "}'), "overload", true],
  ["HTTP 429", refusal(429, '{"code":429,"msg":"Too many. "}'), "overload", true],
  ["a refusal as this node gives it", refusal(400, '{"code":999,"msg":"No. "}'), "refusal", false],
  ["a refusal as a 2.1 node gives it", refusal(999, '{"code":999,"msg":"No. "}'), "refusal", false],
  [
    "an operation that it does not have",
    refusal(404, '{"code":404,"msg":"Api not found. "}'),
    "refusal",
    false,
  ],
  ["a different clock", premature({ record: "statement", offset: "30.0 s ahead of" }), "clock", false],
  ["a failed thread of the machine", machineThread({}), "local", false],
  ["a failed thread for signatures", signatureThread({}), "local", false],
  ["a record that cannot be read", new ChainError("RECORD_MALFORMED", "No map. "), "answer", false],
  ["a forged signature", new ChainError("CHUNK_SIGNATURE", "Forged. "), "rule", false],
  ["another network", new ChainError("PEER_STATEMENT", "Another network. "), "rule", false],
];

describe("The kind of a peer's failure (PROTOCOL 12.6)", () => {
  for (const [what, reason, kind, passes] of FAILURES)
    it(`is ${kind} for ${what}`, () => {
      expect([failureKind(reason), isPassing(reason)]).to.deep.equal([kind, passes]);
    });
});
