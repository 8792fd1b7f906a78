import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { listenLocally } from "../support/listen-locally.js";

/** What a client sent. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
  readonly authorization?: string;
}

export interface ScriptedAnswer {
  readonly status?: number;
  /** The Retry-After header. */
  readonly retryAfter?: string;
  /** The Location header. */
  readonly location?: string;
  readonly body?: string;
  /** Close the connection instead of answering. */
  readonly hangUp?: boolean;
  /** Never answer. */
  readonly silent?: boolean;
  /** Answer only after this time. */
  readonly delayMs?: number;
  /** Answer with a body that goes on until the client closes the connection. */
  readonly isEndless?: boolean;
}

/** A real HTTP server that gives scripted answers in order and keeps the requests it received. */
export class ScriptedNode {
  readonly received: ReceivedRequest[] = [];
  readonly #answers: ScriptedAnswer[] = [];
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      request.setEncoding("utf8");
      let body = "";
      request.on("data", (piece: string) => {
        body += piece;
      });
      request.on("end", () => this.#answer(request, body, response));
    });
  }

  async listen(): Promise<string> {
    return `http://127.0.0.1:${await listenLocally(this.#server)}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  /** Forgets the received requests and gives these answers from now on; the last one repeatedly. */
  script(...answers: readonly ScriptedAnswer[]): void {
    this.received.length = 0;
    this.#answers.splice(0, this.#answers.length, ...answers);
  }

  #answer(request: IncomingMessage, body: string, response: ServerResponse): void {
    const { authorization } = request.headers;
    this.received.push({
      ...(authorization === undefined ? {} : { authorization }),
      method: request.method ?? "",
      path: request.url ?? "",
      contentType: request.headers["content-type"] ?? "",
      body,
    });
    const answer = this.#answers.length > 1 ? this.#answers.shift() : this.#answers[0];
    if (answer?.silent === true) return;
    if (answer?.hangUp === true) {
      request.socket.destroy();
      return;
    }
    if (answer?.retryAfter !== undefined) response.setHeader("retry-after", answer.retryAfter);
    if (answer?.location !== undefined) response.setHeader("location", answer.location);
    response.writeHead(answer?.status ?? 200, { "content-type": "application/json" });
    if (answer?.isEndless === true) {
      Readable.from(endless()).pipe(response);
      return;
    }
    setTimeout(() => response.end(answer?.body ?? '{"code":200,"data":[]}'), answer?.delayMs ?? 0);
  }
}

function* endless(): Generator<string> {
  for (yield '{"code":200,"data":"'; ;) yield "x".repeat(65_536);
}

export function dataAnswer(data: string): ScriptedAnswer {
  return { body: `{"code":200,"status":"success","data":${data}}` };
}

export function refusal(status: number, message: string): ScriptedAnswer {
  return {
    status,
    body: JSON.stringify({ code: status === 400 ? 999 : status, status: "fail", msg: message }),
  };
}
