import { expect } from "chai";
import { ChainError } from "../../src/codec/chain-error.js";
import { normalizeHost, parseHost } from "../../src/peers/host.js";

describe("a peer's host", () => {
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

  it("has one spelling", () => {
    expect(normalizeHost("Node.Example.org")).to.equal("node.example.org:80");
    expect(normalizeHost("http://node.example.org:80/")).to.equal("node.example.org:80");
    expect(normalizeHost("https://node.example.org:443")).to.equal("https://node.example.org:443");
    // Every way to write an IPv4 address.
    expect(normalizeHost("0x7f.1:9900")).to.equal("127.0.0.1:9900");
    expect(normalizeHost("[0:0::1]:9900")).to.equal("[::1]:9900");
  });

  const others = [
    "",
    "node.example.org/x",
    "user@node.example.org",
    "ftp://a",
    "a b",
    "a?b",
    "a#b",
    "a:99999",
  ];
  for (const host of [...others, "a".repeat(300)]) {
    it(`is not "${host.slice(0, 20)}"`, () => {
      expect(() => parseHost(host))
        .to.throw(ChainError)
        .with.property("code", "PEER_HOST");
    });
  }
});
