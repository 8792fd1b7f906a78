import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

/**
 * A permanent address for servers that end and start again on other ports. A port that was released may be taken by
 * another process.
 */
export class StandingAddress {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #port: number | null = null;

  private constructor() {
    this.#server = createServer((socket) => this.#pass(socket));
  }

  static async open(): Promise<StandingAddress> {
    const address = new StandingAddress();
    address.#server.listen(0, "127.0.0.1");
    await once(address.#server, "listening");
    return address;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Forwards to this port of loopback from now on; null for none. */
  leadTo(port: number | null): void {
    this.#port = port;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #pass(from: Socket): void {
    if (this.#port === null) {
      from.destroy();
      return;
    }
    const to = connect(this.#port, "127.0.0.1");
    for (const [socket, other] of [
      [from, to],
      [to, from],
    ] as const) {
      this.#sockets.add(socket);
      socket.pipe(other);
      // A broken connection on one side ends the other side.
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
  }
}
