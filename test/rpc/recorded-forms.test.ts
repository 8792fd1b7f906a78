import { expect } from "chai";
import { operationAt } from "../../src/records/operations/operations.js";
import { SYSTEM_REQUESTS } from "../../src/records/operations/system-requests.js";
import { listIn, mapIn, readVector, textIn } from "../support/vectors.js";
import { ask, envelopeOf, json, multipart, type HttpAnswer } from "./support/http.js";
import { answerOf, component, expectValid } from "./support/openapi-validator.js";
import { useRecordedNode } from "./support/recorded-node.js";
import { RECORDINGS, typeOfRecording, type Recording } from "./support/recordings.js";

/** The fields of a recorded form or query string; empty for any other body. */
function fieldsOf({ path, question }: Recording): Readonly<Record<string, string>> {
  const query = Object.fromEntries(new URLSearchParams(path.split("?")[1] ?? ""));
  const isForm = question.headers?.["content-type"]?.includes("urlencoded") === true;
  const body = isForm && typeof question.body === "string" ? question.body : "";
  return { ...query, ...Object.fromEntries(new URLSearchParams(body)) };
}

/** Percent-encodes only what a URL cannot hold; JSON stays as it is, as the official client writes it. */
function rawQuery(fields: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(fields).map(
    ([name, text]) => `${name}=${text.replace(/[%&+#]|[^\u0021-\u007e]+/gu, encodeURIComponent)}`,
  );
  return pairs.join("&");
}

function casings(path: string): readonly string[] {
  return [path.toUpperCase(), path.replace(/[a-z]/, (first) => first.toUpperCase()), `${path}/`];
}

/** Removes the statement, which has a new signature for each request. */
function steady({ text }: HttpAnswer): string {
  return text.replace(/"timestamp":\d{16},"genesis_address.*?"string"/, '"string"');
}

const EXCHANGES = RECORDINGS.filter(
  ({ path, question }) => operationAt(path.replace(/\?.*/, "")) !== undefined && question.method !== "PUT",
);

describe("each recorded exchange in every form that clients send (http.json, PROTOCOL 13.1)", () => {
  const node = useRecordedNode();
  const url = (): string => node().url;

  for (const recorded of EXCHANGES) {
    const { name, path, question } = recorded;
    const operation = path.replace(/\?.*/, "");
    const fields = fieldsOf(recorded);
    const isSent = operation.startsWith("/send");
    const body = JSON.stringify(fields);
    // The headers, query string included, have at most 16 KiB.
    const query = rawQuery(fields).length < 10_000 ? `?${rawQuery(fields)}` : undefined;
    const forms: readonly (readonly [string, () => Promise<HttpAnswer>])[] = [
      ["multipart", () => ask(url(), operation, multipart(fields))],
      ...(query === undefined ? [] : [["a query", () => ask(url(), operation + query)] as const]),
      // In a JSON body a raw operation takes the object, not its text.
      ...(operation.includes("raw") ? [] : [["JSON", () => ask(url(), operation, json(body))] as const]),
      ...casings(operation).map((other) => [other, () => ask(url(), other, multipart(fields))] as const),
    ];
    if (Object.keys(fields).length === 0) continue;

    it(`${operation}: ${name}`, async () => {
      const first = await ask(url(), path, question);
      for (const [form, send] of forms) {
        const answer = await send();
        if (isSent && first.status === 200) {
          expect(envelopeOf(answer).get("msg"), form).to.equal("The same transaction is already added");
        } else {
          expect([answer.status, steady(answer)], form).to.deep.equal([first.status, steady(first)]);
        }
      }
    });
  }
});

describe("each recorded exchange is answered in the shape of the OpenAPI document (http.json)", () => {
  const node = useRecordedNode();

  for (const recorded of EXCHANGES) {
    const { name, path, question } = recorded;
    it(`${path.replace(/\?.*/, "")}: ${name}`, async () => {
      const answer = await ask(node().url, path, question);
      expect(answer.status).to.be.oneOf([200, 400]);
      if (answer.status === 400) {
        expectValid(component("Failure"), envelopeOf(answer));
        return;
      }
      const type = typeOfRecording(recorded);
      const operation = path.toLowerCase().replace(/\?.*|\/$/g, "");
      const schema = SYSTEM_REQUESTS.has(type) ? component(`${type}Answer`) : answerOf(operation);
      expectValid(schema, envelopeOf(answer));
    });
  }

  it("the recorded beginning of a long answer is the beginning of this node's answer, byte for byte", async () => {
    const bodies = new Map(
      listIn(readVector("http.json"))
        .map(mapIn)
        .filter((exchange) => exchange.has("body_length"))
        .map((exchange) => [textIn(exchange.get("name")), textIn(exchange.get("body"))]),
    );
    let compared = 0;
    for (const { name, path, question, isCut } of EXCHANGES) {
      if (!isCut) continue;
      const { text } = await ask(node().url, path, question);
      const beginning = (bodies.get(name) ?? "")
        .replace('"code":200,', '"code":200,"status":"success",')
        .replace(/\.\.\.$/, "");
      expect(beginning.length, name).to.be.greaterThan(100);
      expect(text.slice(0, beginning.length), name).to.equal(beginning);
      compared += 1;
    }
    expect(compared).to.be.greaterThan(9);
  });
});
