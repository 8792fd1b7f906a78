import { connect as connectSocket, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { messageOf } from "../codec/chain-error.js";
import { readErrorMember } from "../codec/error-member.js";
import { parseJson, utf8ToText } from "../codec/parse-json.js";
import { isMap, type Value, type ValueMap } from "../codec/value.js";
import type { SignerAddress } from "./address.js";
import { LineReader, MAX_SIGNED_BYTES, writeLine } from "./wire.js";

/** A connection to a signer. One request is under way at a time. */
export class SignerChannel {
  readonly #socket: Socket;
  readonly #lines = new LineReader(MAX_SIGNED_BYTES);
  #waiting: ((line: Buffer | Error) => void) | null = null;
  #failure: Error | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (piece: Buffer) => this.#take(piece));
    socket.on("error", (error) => this.#fail(error));
    socket.on("close", () => this.#fail(new Error("the connection has ended")));
  }

  /** Throws an `Error` that says why there is no connection. */
  static async open(address: SignerAddress, patienceMs: number): Promise<SignerChannel> {
    const socket = connectSigner(address);
    const channel = new SignerChannel(socket);
    const ready = new Promise<void>((resolve) => socket.once(readyEvent(address), resolve));
    await channel.#inTime(patienceMs, (settle) => void ready.then(() => settle(Buffer.alloc(0))));
    return channel;
  }

  get isOpen(): boolean {
    return this.#failure === null;
  }

  /** Throws the error of the signer, a `ChainError`, or one that says why there is no answer: then the channel is closed. */
  async ask(request: Value, patienceMs: number): Promise<ValueMap> {
    const line = await this.#inTime(patienceMs, () => writeLine(this.#socket, request));
    const answer = this.#read(line);
    const refusal = readErrorMember(answer);
    if (refusal !== null) throw refusal;
    return answer;
  }

  close(): void {
    this.#fail(new Error("closed"));
  }

  #read(line: Buffer): ValueMap {
    try {
      const answer = parseJson(utf8ToText(line));
      if (isMap(answer)) return answer;
      throw new Error("its answer is no map");
    } catch (error) {
      throw this.#fail(error);
    }
  }

  async #inTime(patienceMs: number, begin: (settle: (line: Buffer) => void) => void): Promise<Buffer> {
    const timer = setTimeout(() => this.#fail(new Error(`no answer within ${patienceMs} ms`)), patienceMs);
    try {
      const line = await new Promise<Buffer | Error>((resolve) => {
        if (this.#failure !== null) {
          resolve(this.#failure);
          return;
        }
        this.#waiting = resolve;
        begin(resolve);
      });
      if (line instanceof Error) throw line;
      return line;
    } finally {
      clearTimeout(timer);
      this.#waiting = null;
    }
  }

  #take(piece: Buffer): void {
    try {
      if (this.#waiting === null) throw new Error("it sent what was not asked for");
      const line = this.#lines.take(piece);
      if (line !== null) this.#waiting(line);
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): Error {
    this.#failure ??= new Error(messageOf(error));
    this.#waiting?.(this.#failure);
    this.#socket.destroy();
    return this.#failure;
  }
}

/** A connection to a signer. The caller ends it when it takes too long. */
function connectSigner(address: SignerAddress): Socket {
  if ("path" in address) return connectSocket(address.path);
  const { host, port, tls } = address;
  return connectTls({ ...tls, host, port, minVersion: "TLSv1.3" });
}

/** The event of a connection that can be used. */
function readyEvent(address: SignerAddress): "connect" | "secureConnect" {
  return "path" in address ? "connect" : "secureConnect";
}
