import { connect, type Socket } from "node:net";

/** A socket to the server, and everything that arrives on it. */
export class RawSocket {
  readonly #socket: Socket;
  #received = "";
  #isClosed = false;
  #wake: () => void = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding("utf8");
    socket.on("data", (piece: string) => {
      this.#received += piece;
      this.#wake();
    });
    // A connection that the server destroys may end with a reset: "close" follows, which is what tests wait for.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#isClosed = true;
      this.#wake();
    });
  }

  static async open(url: string): Promise<RawSocket> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    const raw = new RawSocket(socket);
    await new Promise<void>((resolve) => {
      socket.once("connect", resolve);
      socket.once("close", () => resolve());
    });
    return raw;
  }

  get received(): string {
    return this.#received;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  write(bytes: string | Buffer): void {
    if (!this.#isClosed) this.#socket.write(bytes);
  }

  /** Ends the writing side. */
  end(): void {
    this.#socket.end();
  }

  /** Waits until the text has arrived; fails when the connection ends before. */
  async until(text: string): Promise<void> {
    while (!this.#received.includes(text)) {
      if (this.#isClosed) throw new Error(`The connection ended after ${JSON.stringify(this.#received)}. `);
      await this.#change();
    }
  }

  async untilClosed(): Promise<void> {
    while (!this.#isClosed) await this.#change();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  async #change(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }
}
