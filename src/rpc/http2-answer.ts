/** The types of frames (RFC 9113, section 6). */
const [DATA, HEADERS, SETTINGS, GOAWAY] = [0x0, 0x1, 0x4, 0x7];
const [END_STREAM, END_HEADERS] = [0x1, 0x4];
/** The first request of a client. */
const FIRST_STREAM = 1;
const HTTP_1_1_REQUIRED = 0xd;
/** A header field whose name and value follow, and which the client does not keep (RFC 7541, section 6.2.2). */
const LITERAL = 0x00;

/**
 * The bytes that answer the first request of a client which speaks HTTP/2 without asking, and end the connection. They
 * are the same whatever it asks. Names and values have fewer than 127 bytes, the text fewer than 16,384.
 */
export function http2Answer(status: number, headers: Readonly<Record<string, string>>, text: string): Buffer {
  const fields = Object.entries({ ":status": String(status), ...headers }).map(literal);
  const end = Buffer.alloc(8);
  end.writeUInt32BE(FIRST_STREAM, 0);
  end.writeUInt32BE(HTTP_1_1_REQUIRED, 4);
  return Buffer.concat([
    frame(SETTINGS, 0, 0, Buffer.alloc(0)),
    frame(HEADERS, END_HEADERS, FIRST_STREAM, Buffer.concat(fields)),
    frame(DATA, END_STREAM, FIRST_STREAM, Buffer.from(text)),
    frame(GOAWAY, 0, 0, end),
  ]);
}

function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

function literal([name, value]: readonly [string, string]): Buffer {
  return Buffer.concat([
    Buffer.from([LITERAL, name.length]),
    Buffer.from(name),
    Buffer.from([value.length]),
    Buffer.from(value),
  ]);
}
