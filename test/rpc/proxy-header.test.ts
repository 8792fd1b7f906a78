import { expect } from "chai";
import { readProxyHeader } from "../../src/rpc/proxy-header.js";

const SIGNATURE = Buffer.from("0d0a0d0a000d0a515549540a", "hex");
const TCP4 = Buffer.from([192, 0, 2, 1, 198, 51, 100, 2, 0x30, 0x39, 0, 80]);
const TCP6 = Buffer.from(`20010db8${"0".repeat(23)}1${"0".repeat(31)}2c0000050`, "hex");

/** A header of version 2. */
function v2(command: number, family: number, body: Buffer, length = body.length): Buffer {
  const fixed = Buffer.from([command, family, length >> 8, length & 255]);
  return Buffer.concat([SIGNATURE, fixed, body]);
}

describe("the PROXY protocol, version 1", () => {
  const lines: Readonly<Record<string, string | null>> = {
    "PROXY TCP4 192.0.2.1 198.51.100.2 5678 80": "192.0.2.1",
    "PROXY TCP6 2001:DB8:0::1 ::1 0 65535": "2001:db8::1",
    "PROXY TCP6 ::ffff:192.0.2.1 ::ffff:198.51.100.2 1 2": "192.0.2.1",
    "PROXY UNKNOWN": null,
    "PROXY UNKNOWN ffff::1 ffff::2 65535 65535": null,
  };
  for (const [line, source] of Object.entries(lines))
    it(`reads ${line}`, () => {
      const length = line.length + 2;
      expect(readProxyHeader(Buffer.from(`${line}\r\nGET / HTTP/1.1\r\n`))).to.deep.equal({ length, source });
      for (let end = 0; end < length; end += 1)
        expect(readProxyHeader(Buffer.from(`${line}\r\n`.slice(0, end)))).to.equal("incomplete");
    });

  for (const text of [
    "GET / HTTP/1.1\r\n\r\n",
    "PROXZ",
    "proxy TCP4 192.0.2.1 198.51.100.2 1 2\r\n",
    "PROXY \r\n",
    "PROXY TCP4\r\n",
    "PROXY TCP5 192.0.2.1 198.51.100.2 1 2\r\n",
    "PROXY TCP4 2001:db8::1 ::1 1 2\r\n",
    "PROXY TCP6 192.0.2.1 198.51.100.2 1 2\r\n",
    "PROXY TCP4 192.0.2.1 198.51.100.2 1\r\n",
    "PROXY TCP4 192.0.2.1 198.51.100.2 1 65536\r\n",
    "PROXY TCP4 192.0.2.1 198.51.100.2 01 2\r\n",
    "PROXY TCP4 192.0.2.1 198.51.100.2 -1 2\r\n",
    "PROXY TCP4 192.0.2.1 198.51.100.2 1 2 3\r\n",
    "PROXY TCP4  192.0.2.1 198.51.100.2 1 2\r\n",
    "PROXY TCP4 192.0.2.1 198.51.100.2 1 2\n",
    "PROXY TCP4 192.0.2.256 198.51.100.2 1 2\r\n",
    `PROXY UNKNOWN ${"x".repeat(107)}`,
    `PROXY UNKNOWN ${"x".repeat(92)}\r\n`,
  ])
    it(`refuses ${JSON.stringify(text.slice(0, 60))}`, () => {
      expect(readProxyHeader(Buffer.from(text))).to.equal("invalid");
    });
});

describe("the PROXY protocol, version 2", () => {
  it("reads the source of IPv4 and IPv6, and skips the fields behind the addresses", () => {
    const tlv = Buffer.from([0x04, 0, 2, 9, 9]);
    const rest = Buffer.from("GET /");
    for (const [family, body, source] of [
      [0x11, TCP4, "192.0.2.1"],
      [0x21, TCP6, "2001:db8::1"],
      [0x21, Buffer.from(`${"0".repeat(20)}ffffc0000201${"0".repeat(40)}`, "hex"), "192.0.2.1"],
    ] as const) {
      const header = v2(0x21, family, Buffer.concat([body, tlv]));
      const { length } = header;
      expect(readProxyHeader(Buffer.concat([header, rest]))).to.deep.equal({ length, source });
      for (let end = 0; end < length; end += 1)
        expect(readProxyHeader(header.subarray(0, end))).to.equal("incomplete");
    }
  });

  it("names no source for LOCAL, whatever it holds, and for families without IP addresses over streams", () => {
    const headers = [
      v2(0x20, 0x00, Buffer.alloc(0)),
      v2(0x20, 0x11, TCP4),
      v2(0x21, 0x00, Buffer.alloc(7)),
      v2(0x21, 0x12, TCP4),
      v2(0x21, 0x31, Buffer.alloc(216)),
      v2(0x21, 0xff, Buffer.alloc(3)),
    ];
    for (const header of headers)
      expect(readProxyHeader(header)).to.deep.equal({ length: header.length, source: null });
  });

  it("refuses another version or command, addresses that are cut short, and more than 4 KB", () => {
    for (const header of [
      v2(0x11, 0x11, TCP4),
      v2(0x31, 0x11, TCP4),
      v2(0x22, 0x11, TCP4),
      v2(0x21, 0x11, TCP4.subarray(1)),
      v2(0x21, 0x21, TCP6.subarray(1)),
      v2(0x21, 0x11, TCP4, 5000),
      v2(0x21, 0x11, TCP4, 65_535),
    ])
      expect(readProxyHeader(header), header.toString("hex")).to.equal("invalid");
  });
});
