import { expect } from "chai";
import { PeerTable, KnownHosts } from "../../../src/peers/tracking/peer-table.js";

describe("The table of peers (PROTOCOL 12.1)", () => {
  it("has one peer for each prefix of three characters; the other hosts are known hosts", () => {
    const table = new PeerTable();
    table.accept({ host: "a:1", address: "abc1" });
    table.accept({ host: "b:1", address: "abc2" });
    table.accept({ host: "c:1", address: "abd3" });
    expect([...table.peers]).to.deep.equal([
      ["abc", { host: "a:1", address: "abc1" }],
      ["abd", { host: "c:1", address: "abd3" }],
    ]);
    expect(table.knownHosts).to.deep.equal(["b:1"]);
  });

  it("gives no place to a host that shows another peer's statement while that peer answers", () => {
    const table = new PeerTable();
    table.accept({ host: "a:1", address: "abc1" });
    table.accept({ host: "liar:1", address: "abc1" });
    expect([table.peers.get("abc")?.host, table.knownHosts]).to.deep.equal(["a:1", ["liar:1"]]);
  });

  it("gives a free place to a peer that has moved, or to a known host", () => {
    const table = new PeerTable();
    table.accept({ host: "a:1", address: "abc1" });
    table.demote("a:1");
    expect([table.peers.size, table.knownHosts]).to.deep.equal([0, ["a:1"]]);
    table.accept({ host: "a:2", address: "abc1" });
    expect([table.isPeer("a:2"), table.knownHosts]).to.deep.equal([true, ["a:1"]]);
  });

  it("has places for the operator's hosts, whichever peers were there before", () => {
    const table = new PeerTable(new Set(["given:1", "given:2"]));
    for (let index = 0; index < 600; index += 1)
      table.accept({ host: `peer${index}:1`, address: index.toString(36).padStart(3, "0") });
    table.accept({ host: "given:1", address: "zzz1" });
    expect([table.peers.size, table.peers.get("zzz")?.host]).to.deep.equal([513, "given:1"]);
    // A stranger loses its place, another host of the operator does not.
    table.accept({ host: "given:2", address: "0001" });
    expect([table.peers.get("000")?.host, table.isKnown("peer0:1")]).to.deep.equal(["given:2", true]);
    table.accept({ host: "given:1", address: "0002" });
    expect(table.peers.get("000")?.host).to.equal("given:2");
  });

  it("counts several ports of one name as one peer that names hosts", () => {
    const table = new PeerTable();
    for (let index = 0; index < 600; index += 1) table.learn(`false${index}:1`, `liar:${index + 1}`);
    table.learn("true:1", "honest:1");
    expect([table.isKnown("true:1"), table.knownHosts.length]).to.deep.equal([true, 512]);
  });

  it("is bounded", () => {
    const table = new PeerTable();
    for (let index = 0; index < 600; index += 1) {
      table.learn(`known${index}:1`);
      table.accept({ host: `peer${index}:1`, address: index.toString(36).padStart(3, "0") });
    }
    expect([table.peers.size, table.knownHosts.length]).to.deep.equal([512, 512]);
  });

  it("prefers the host that the peer signed, for the same address only (PROTOCOL 15.6)", () => {
    const table = new PeerTable();
    table.accept({ host: "relay:1", address: "abc1" });
    table.accept({ host: "true:1", address: "abc1", isBound: true });
    expect([table.peers.get("abc")?.host, table.knownHosts]).to.deep.equal(["true:1", ["relay:1"]]);
    table.accept({ host: "relay:1", address: "abc1" });
    table.accept({ host: "other:1", address: "abc2", isBound: true });
    table.accept({ host: "second:1", address: "abc1", isBound: true });
    expect(table.peers.get("abc")?.host).to.equal("true:1");
    expect(table.rivalsOf("true:1").toSorted()).to.deep.equal(["relay:1", "second:1"]);
    expect(table.rivalsOf("other:1")).to.deep.equal([]);
  });

  it("leaves the operator's host its place, whatever others sign", () => {
    const table = new PeerTable(new Set(["given:1"]));
    table.accept({ host: "given:1", address: "abc1" });
    table.accept({ host: "true:1", address: "abc1", isBound: true });
    expect(table.peers.get("abc")?.host).to.equal("given:1");
  });
});

const named = (count: number, name: string): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${name}${index}:1`);

describe("Known hosts (PROTOCOL 12.1, 12.5)", () => {
  let known: KnownHosts;
  beforeEach(() => {
    known = new KnownHosts();
  });
  const tell = (source: string, hosts: readonly string[]): void => {
    for (const host of hosts) known.add(host, source);
  };
  const of = (name: string): readonly string[] => known.all.filter((host) => host.startsWith(name));

  it("may all come from a single peer", () => {
    tell("alone", named(600, "a"));
    expect(known.all).to.deep.equal(named(512, "a"));
  });

  it("of the peer with the most give way to those of others, down to equal shares", () => {
    tell("liar", named(600, "false"));
    tell("honest", named(3, "true"));
    expect([of("false").length, of("true")]).to.deep.equal([509, named(3, "true")]);
    tell("another", named(300, "other"));
    expect([of("false").length, of("true").length, of("other").length]).to.deep.equal([255, 3, 254]);
    tell("liar", named(300, "more"));
    expect([of("more"), known.all.length]).to.deep.equal([[], 512]);
  });

  it("count for the peer with the fewest, so that a liar that repeats them displaces none", () => {
    tell("liar", [...named(300, "true"), ...named(300, "false")]);
    tell("honest", named(100, "true"));
    tell("liar", named(600, "true"));
    tell("another", named(400, "other"));
    expect(of("true")).to.include.members(named(100, "true"));
  });

  it("are tried in turn: the first of every peer, then the second of every peer", () => {
    tell("many", named(4, "m"));
    tell("few", named(2, "f"));
    expect(known.next(3)).to.deep.equal(["m0:1", "f0:1", "m1:1"]);
    expect(known.next(3)).to.deep.equal(["f1:1", "m2:1", "f0:1"]);
    expect(known.next(9)).to.have.members([...named(4, "m"), ...named(2, "f")]);
  });

  it("all have their turn, however many peers name one", () => {
    for (const host of named(100, "h")) known.add(host, host);
    expect(new Set([...known.next(60), ...known.next(60)]).size).to.equal(100);
  });

  it("make room when they are removed", () => {
    tell("alone", named(512, "a"));
    known.remove("a7:1");
    known.add("b:1", "alone");
    expect([known.has("a7:1"), known.has("b:1"), known.all.length]).to.deep.equal([false, true, 512]);
  });
});
