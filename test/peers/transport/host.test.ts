import { expect } from "chai";
import { ChainError } from "../../../src/codec/chain-error.js";
import { normalizeHost, parseHost } from "../../../src/peers/transport/host.js";

describe("A peer's host", () => {
  it("is a name and a port, over HTTP unless HTTPS is named", () => {
    expect(parseHost("node.example.org:9900")).to.deep.equal({
      protocol: "http:",
      hostname: "node.example.org",
      port: 9900,
    });
    expect(parseHost("https://node.example.org")).to.deep.equal({
      protocol: "https:",
      hostname: "node.example.org",
      port: 443,
    });
    expect(parseHost("[::1]:81")).to.deep.equal({ protocol: "http:", hostname: "::1", port: 81 });
  });

  it("has one canonical spelling", () => {
    expect(normalizeHost("Node.Example.org")).to.equal("node.example.org:80");
    expect(normalizeHost("http://node.example.org:80/")).to.equal("node.example.org:80");
    expect(normalizeHost("https://node.example.org:443")).to.equal("https://node.example.org:443");
    // All spellings of an IPv4 address.
    expect(normalizeHost("0x7f.1:9900")).to.equal("127.0.0.1:9900");
    expect(normalizeHost("[0:0::1]:9900")).to.equal("[::1]:9900");
  });

  const others = [
    "",
    "node.example.org/x",
    "user@node.example.org",
    "user:password@node.example.org:1",
    "ftp://a",
    "file:///etc/hosts",
    "a b",
    "a?b",
    "a#b",
    "a\\b",
    "a:99999",
    "a:0",
    "a:-1",
    "a:1:2",
    "[::1",
    "[fe80::1%eth0]:1",
    "a:1\r\nx: y",
    "a\n",
    "\ta:1",
    "a\0:1",
    "%00:1",
    "nöde.example.org:1",
    "//a:1",
    "http://",
    "1.2.3.4.5:1",
    "999.1.1.1:1",
  ];
  for (const host of [...others, "a".repeat(300)]) {
    it(`cannot be ${JSON.stringify(host.slice(0, 40))}`, () => {
      expect(() => parseHost(host))
        .to.throw(ChainError)
        .with.property("code", "PEER_HOST");
    });
  }
});
