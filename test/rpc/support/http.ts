import { request, type IncomingHttpHeaders } from "node:http";
import { parseJson } from "../../../src/codec/parse-json.js";
import { mapIn } from "../../support/vectors.js";
import type { ValueMap } from "../../../src/codec/value.js";

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface HttpQuestion {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** One exchange. The path is sent as given: no library normalizes it. */
export async function ask(url: string, path: string, question: HttpQuestion = {}): Promise<HttpAnswer> {
  const { hostname, port } = new URL(url);
  const { method = question.body === undefined ? "GET" : "POST", headers = {}, body } = question;
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(pieces).toString("utf8");
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** The envelope of an answer. */
export function envelopeOf(answer: HttpAnswer): ValueMap {
  return mapIn(parseJson(answer.text));
}

/** A multipart form's body, with its content type. */
export function multipart(fields: Readonly<Record<string, string>>): HttpQuestion {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--b0und\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    headers: { "content-type": "multipart/form-data; boundary=b0und" },
    body: `${parts.join("")}--b0und--\r\n`,
  };
}

export function urlencoded(fields: Readonly<Record<string, string>>): HttpQuestion {
  return {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  };
}

export function json(text: string): HttpQuestion {
  return { headers: { "content-type": "application/json" }, body: text };
}
