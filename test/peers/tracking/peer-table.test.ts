import { expect } from "chai";
import { PeerTable } from "../../../src/peers/tracking/peer-table.js";

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
