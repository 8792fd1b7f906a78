import { expect } from "chai";
import { placeAt } from "../../../src/peers/transport/ip-network.js";
import { PeerTable } from "../../../src/peers/tracking/peer-table.js";
import { HostPlaces } from "../../../src/peers/tracking/host-places.js";

const LIMITS = { address: 2, network: 3 };

describe("The places of hosts (PROTOCOL 15.12)", () => {
  for (const [what, address, place] of [
    ["IPv4: the address, and its /24", "203.0.113.9", { address: "203.0.113.9", network: "203.0.113.0/24" }],
    ["IPv4 as IPv6", "::ffff:203.0.113.9", { address: "203.0.113.9", network: "203.0.113.0/24" }],
    [
      "IPv6: the /64, and the /48",
      "2606:4700:00AB:1::9",
      { address: "2606:4700:ab:1::/64", network: "2606:4700:ab::/48" },
    ],
  ] as const)
    it(`are, for ${what}`, () => expect(placeAt(address)).to.deep.equal(place));

  it("have room for a few hosts at one address, and in one network", () => {
    const places = new HostPlaces(LIMITS);
    const taken = ["1.2.3.4", "1.2.3.4", "1.2.3.4", "1.2.3.5", "1.2.3.6", "1.2.4.4"].filter((address) => {
      const hasRoom = places.hasRoom(placeAt(address));
      if (hasRoom) places.add(placeAt(address));
      return hasRoom;
    });
    expect(taken).to.deep.equal(["1.2.3.4", "1.2.3.4", "1.2.3.5", "1.2.4.4"]);
    places.remove(placeAt("1.2.3.4"));
    expect(places.hasRoom(placeAt("1.2.3.6"))).to.equal(true);
    expect(places.hasRoom(null)).to.equal(true);
  });

  it("of peers become free when peers are lost, and do not limit the operator's hosts", () => {
    const place = placeAt("203.0.113.9");
    const table = new PeerTable(new Set(["given:1", "given:2", "given:3"]));
    const accept = (host: string, address: string): boolean => {
      table.accept({ host, address, place });
      return table.isPeer(host);
    };
    expect([accept("a:1", "aaa1"), accept("b:1", "bbb1"), accept("c:1", "ccc1")]).to.deep.equal([
      true,
      true,
      false,
    ]);
    // A check of a peer that has its place.
    expect(accept("b:1", "bbb1")).to.equal(true);
    for (const [index, host] of ["given:1", "given:2", "given:3"].entries())
      expect(accept(host, `ddd${index}`), host).to.equal(true);
    for (const host of ["a:1", "b:1", "given:1"]) table.remove(host);
    expect(accept("c:1", "ccc1")).to.equal(true);
  });

  it("of known hosts are few at one address, which a name has once it was tried", () => {
    const resolved = new Map<string, string>();
    const table = new PeerTable(new Set(), (host) => {
      const address = host.startsWith("203.") ? host.replace(/:.*/, "") : resolved.get(host);
      return address === undefined ? null : placeAt(address);
    });
    for (let port = 1; port <= 100; port += 1) {
      table.learn(`203.0.113.9:${port}`, "liar.example:1");
      table.learn(`name${port}.example:1`, "liar.example:1");
    }
    expect(table.knownHosts.filter((host) => host.startsWith("203."))).to.have.length(4);
    for (let name = 1; name <= 100; name += 1) {
      const host = `name${name}.example:1`;
      resolved.set(host, "198.51.100.7");
      // All proved one address: the first one has its place.
      table.accept({ host, address: "abc1", place: placeAt("198.51.100.7") });
    }
    expect(table.knownHosts).to.have.length(8);
  });
});

describe("The operator's hosts that share a prefix (PROTOCOL 12.1, 15.12)", () => {
  it("are all peers, one of them in the table that others see, and the next when that one is lost", () => {
    const table = new PeerTable(new Set(["given:1", "given:2"]));
    table.accept({ host: "given:1", address: "abc1" });
    table.accept({ host: "given:2", address: "abc2" });
    table.accept({ host: "stranger:1", address: "abc3" });
    expect(table.named.map(({ host }) => host)).to.deep.equal(["given:1", "given:2"]);
    expect([table.peers.size, table.knownHosts]).to.deep.equal([1, ["stranger:1"]]);
    table.demote("given:1");
    expect(table.peers.get("abc")?.host).to.equal("given:2");
  });
});
