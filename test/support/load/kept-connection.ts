import { connect, type Socket } from "node:net";

/** An answer: its HTTP status and its body. */
export interface LoadAnswer {
  readonly status: number;
  readonly body: string;
}

const HEADER_END = "\r\n\r\n";

/**
 * One HTTP connection that is kept open and carries one exchange at a time, with as little work as possible, so that
 * the load generator is not the bottleneck. It understands only the answers of a node.
 */
export class KeptConnection {
  readonly #socket: Socket;
  #received = "";
  #answered: ((answer: LoadAnswer | null) => void) | null = null;
  #isOpen = true;

  /** @param localAddress where the connection comes from: a node counts the connections of each address. */
  constructor({ hostname, port }: URL, localAddress: string) {
    this.#socket = connect({ host: hostname, port: Number(port), localAddress, noDelay: true });
    this.#socket.setEncoding("latin1");
    this.#socket.on("data", (text: string) => this.#read(text));
    this.#socket.on("error", () => undefined);
    this.#socket.on("close", () => {
      this.#isOpen = false;
      this.#answer(null);
    });
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Sends a whole request. Returns null when the connection ends before the answer is complete. */
  exchange(request: string): Promise<LoadAnswer | null> {
    return new Promise((resolve) => {
      if (!this.#isOpen) {
        resolve(null);
        return;
      }
      this.#answered = resolve;
      this.#socket.write(request, "latin1");
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(text: string): void {
    this.#received += text;
    const end = this.#received.indexOf(HEADER_END);
    if (end < 0) return;
    const head = this.#received.slice(0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (this.#received.length < end + HEADER_END.length + length) return;
    const body = this.#received.slice(end + HEADER_END.length, end + HEADER_END.length + length);
    this.#received = "";
    this.#answer({ status: Number(head.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length)), body });
  }

  #answer(answer: LoadAnswer | null): void {
    const answered = this.#answered;
    this.#answered = null;
    answered?.(answer);
  }
}

/** The text of a request that posts a form to a path. */
export function formRequest(target: URL, path: string, form: string): string {
  return postRequest(target, path, { type: "application/x-www-form-urlencoded", body: form });
}

/** The text of a request that posts JSON to the root. */
export function jsonRequest(target: URL, body: string): string {
  return postRequest(target, "/", { type: "application/json", body });
}

function postRequest({ host }: URL, path: string, { type, body }: { type: string; body: string }): string {
  return [
    `POST ${path} HTTP/1.1`,
    `host: ${host}`,
    `content-type: ${type}`,
    `content-length: ${body.length}`,
    "",
    body,
  ].join("\r\n");
}
