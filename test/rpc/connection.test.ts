import { expect } from "chai";
import type { Socket } from "node:net";
import { createConnection, unreadTooLong, type OpenConnection } from "../../src/rpc/connection.js";

const LIMITS = { unreadBytes: 1000, unreadMs: 60_000 };

interface Writer {
  writableLength: number;
  bytesWritten: number;
}

/** A connection with bytes that its client has not taken. */
function waiting(unread: number): { readonly connection: OpenConnection; readonly writer: Writer } {
  const writer = { writableLength: unread, bytesWritten: unread };
  const socket = writer as unknown as Socket;
  const connection = createConnection({ socket, caller: "", refusal: null, bytesAtRest: 0 }, 0);
  return { connection, writer };
}

describe("What clients leave unread", () => {
  it("is too much: those that take nothing are cut off, never one that reads, however much waits for it", () => {
    const [reading, silent, later] = [waiting(900), waiting(300), waiting(200)];
    const look = (...all: readonly { readonly connection: OpenConnection }[]): readonly OpenConnection[] => {
      reading.writer.bytesWritten += 1;
      return unreadTooLong(
        all.map(({ connection }) => connection),
        LIMITS,
        1000,
      );
    };
    expect(look(reading)).to.deep.equal([]);
    expect(look(reading)).to.deep.equal([]);
    unreadTooLong([silent.connection], LIMITS, 1000);
    unreadTooLong([silent.connection, later.connection], LIMITS, 1000);
    expect(look(reading, later, silent)).to.deep.equal([silent.connection, later.connection]);
    expect(look(reading)).to.deep.equal([]);
  });
});
