import { expect } from "chai";
import { KnownHosts } from "../../../src/peers/tracking/known-hosts.js";

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
