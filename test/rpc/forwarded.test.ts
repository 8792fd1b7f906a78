import { expect } from "chai";
import { forwardedAddresses, plainAddress, type ForwardingHeader } from "../../src/rpc/forwarded.js";
import { TrustedProxies } from "../../src/rpc/callers.js";

function read(header: ForwardingHeader, value: string): readonly (string | null)[] {
  return [...forwardedAddresses(header, value)];
}

describe("X-Forwarded-For", () => {
  const values: Readonly<Record<string, readonly (string | null)[]>> = {
    "192.0.2.1": ["192.0.2.1"],
    "192.0.2.1, 198.51.100.2": ["198.51.100.2", "192.0.2.1"],
    " 192.0.2.1 ,\t198.51.100.2 ": ["198.51.100.2", "192.0.2.1"],
    "192.0.2.1:5678": ["192.0.2.1"],
    "[2001:db8::1]:80": ["2001:db8::1"],
    "[::1]": ["::1"],
    "2001:DB8:0:0::1": ["2001:db8::1"],
    "::ffff:192.0.2.1": ["192.0.2.1"],
    "::ffff:c000:201": ["192.0.2.1"],
    "0:0:0:0:0:FFFF:192.0.2.1": ["192.0.2.1"],
    "": [null],
    ",": [null, null],
    "192.0.2.1,": [null, "192.0.2.1"],
    unknown: [null],
    _hidden: [null],
    "<x>": [null],
    "192.0.2.1:": [null],
    "192.0.2.1:123456": [null],
    "192.0.2.1 x": [null],
    "192.0.2": [null],
    "192.0.2.01": [null],
    "192.0.2.256": [null],
    "[192.0.2.1]": [null],
    "[2001:db8::1": [null],
    "2001:db8::1]:80": [null],
    "fe80::1%eth0": [null],
    "localhost, example.org": [null, null],
    'for="192.0.2.1"': [null],
  };
  for (const [value, addresses] of Object.entries(values))
    it(`reads ${JSON.stringify(value)}`, () => {
      expect(read("x-forwarded-for", value)).to.deep.equal(addresses);
    });

  it("is read from the right, no further than asked: thousands of items cost nothing", () => {
    const value = `${"192.0.2.1,".repeat(1_000_000)}198.51.100.2`;
    expect(forwardedAddresses("x-forwarded-for", value).next().value).to.equal("198.51.100.2");
  });
});

describe("Forwarded", () => {
  const values: Readonly<Record<string, readonly (string | null)[]>> = {
    "for=192.0.2.1": ["192.0.2.1"],
    "For=192.0.2.1;proto=https;by=203.0.113.43": ["192.0.2.1"],
    'for="192.0.2.1:5678"': ["192.0.2.1"],
    'FOR="[2001:db8::1]:80"; host="example.org"': ["2001:db8::1"],
    'by=_secret, for=192.0.2.1;host="a,b", for="[::1]"': ["::1", "192.0.2.1", null],
    "for=unknown": [null],
    "for=_hidden, for=192.0.2.1": ["192.0.2.1", null],
    'for="_gazonk"': [null],
    "proto=https": [null],
    "for=192.0.2.1;for=192.0.2.2": [null],
    "192.0.2.1": [null],
    "for = 192.0.2.1": [null],
    "for=[::1]": [null],
    'for="\\192.0.2.1"': [null],
    'for=192.0.2.1"': [null],
    "": [null],
  };
  for (const [value, addresses] of Object.entries(values))
    it(`reads ${JSON.stringify(value)}`, () => {
      expect(read("forwarded", value)).to.deep.equal(addresses);
    });

  it("shows what the proxy added even when the client left a quote open", () => {
    for (const client of ['for="192.0.2.66', '"', 'for="', 'x="\\', 'for=192.0.2.66;x="'])
      for (const added of [
        "for=198.51.100.2",
        'for="198.51.100.2:80";host="a,b=c"',
        "proto=http;for=198.51.100.2",
      ])
        expect(read("forwarded", `${client}, ${added}`)[0], client).to.equal("198.51.100.2");
  });

  it("never reads an address inside a quote of the proxy, which the client may have written", () => {
    expect(read("forwarded", 'for=198.51.100.2;host="x,for=192.0.2.66"')[0]).to.equal("198.51.100.2");
    expect(read("forwarded", 'for=198.51.100.2;host="x\\",for=192.0.2.66;a=\\"b"')[0]).to.equal(null);
  });

  it("takes a time that grows with its length only", () => {
    for (const piece of ['"', ",", ";", '";', '",', 'a="', "for=1,"])
      expect(read("forwarded", piece.repeat(100_000 / piece.length))).to.include(null);
  });
});

describe("plainAddress", () => {
  it("has one spelling for each address, and none for other text", () => {
    expect(["192.0.2.1", "::FFFF:192.0.2.1", "::ffff:c000:0201"].map(plainAddress)).to.deep.equal(
      Array(3).fill("192.0.2.1"),
    );
    expect(["0:0:0:0:0:0:0:1", "::0001", "::1%lo"].map(plainAddress)).to.deep.equal(Array(3).fill("::1"));
    expect(["", "x", "1.2.3", "::1]", " ::1"].map(plainAddress)).to.deep.equal(Array(5).fill(null));
  });
});

describe("trusted proxies", () => {
  it("are addresses and networks of both families, in any spelling", () => {
    const proxies = new TrustedProxies([
      "192.0.2.1",
      "10.1.2.3/8",
      "2001:DB8::/32",
      "::ffff:198.51.100.0/120",
      "::1",
      "203.0.113.7/32",
    ]);
    for (const address of [
      "192.0.2.1",
      "10.255.0.1",
      "2001:db8:9::1",
      "198.51.100.255",
      "::1",
      "203.0.113.7",
    ])
      expect(proxies.includes(address), address).to.equal(true);
    for (const address of ["192.0.2.2", "11.0.0.1", "2001:db9::1", "198.51.101.0", "::2", "203.0.113.6"])
      expect(proxies.includes(address), address).to.equal(false);
    expect(new TrustedProxies([]).includes("127.0.0.1")).to.equal(false);
  });

  for (const entry of [
    "",
    "x",
    "localhost",
    "10.0.0.0/33",
    "10.0.0.0/",
    "10.0.0.0/8/8",
    "10.0.0/8",
    "10.0.0.0/-1",
    "10.0.0.0/1e1",
    "::/129",
    "::ffff:10.0.0.0/8",
    "fe80::1%eth0",
    "[::1]",
    "127.0.0.1:80",
  ])
    it(`cannot be ${JSON.stringify(entry)}`, () => {
      expect(() => new TrustedProxies([entry]))
        .to.throw()
        .with.property("code", "TRUSTED_PROXY");
    });
});
