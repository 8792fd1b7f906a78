import { expect } from "chai";
import { createSocket } from "node:dgram";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { HostAddresses, queryServers } from "../../../src/peers/transport/host-addresses.js";

/** Names that answer when the test says so. */
class Names {
  readonly asked: string[] = [];
  readonly #ends = new Map<string, { accept: (addresses: string[]) => void; refuse: (why: Error) => void }>();

  readonly query = (hostname: string): Promise<readonly string[]> => {
    this.asked.push(hostname);
    return new Promise((accept, refuse) => this.#ends.set(hostname, { accept, refuse }));
  };

  answer(hostname: string, ...addresses: string[]): void {
    this.#ends.get(hostname)?.accept(addresses);
  }

  fail(hostname: string): void {
    this.#ends.get(hostname)?.refuse(new Error("queryA ECANCELLED"));
  }
}

describe("The addresses of hosts by name (PROTOCOL 15.12)", () => {
  let dns: Names;
  let system: Names;
  let nowMs: number;
  let addresses: HostAddresses;
  let directory: string;

  beforeEach(async () => {
    [dns, system, nowMs] = [new Names(), new Names(), 0];
    directory = await mkdtemp(join(tmpdir(), "chainnode-hosts-"));
    const hostsFile = join(directory, "hosts");
    await writeFile(
      hostsFile,
      "# comment\n192.0.2.7  own.example OTHER.example # both\r\n2001:db8::7\town.example\nrubbish own.example\n",
    );
    addresses = new HostAddresses({
      query: dns.query,
      ask: system.query,
      hostsFile,
      nowMs: () => nowMs,
    });
  });

  afterEach(() => rm(directory, { recursive: true, force: true }));

  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await setImmediate();
  };

  it("come from the machine itself for localhost and the names in its hosts file, and for IP addresses", async () => {
    expect(await addresses.resolve("localhost", false)).to.deep.equal(["127.0.0.1", "::1"]);
    expect(await addresses.resolve("own.example", false)).to.deep.equal(["192.0.2.7", "2001:db8::7"]);
    expect(await addresses.resolve("other.example", true)).to.deep.equal(["192.0.2.7"]);
    expect(await addresses.resolve("198.51.100.1", false)).to.deep.equal(["198.51.100.1"]);
    expect(addresses.known("2001:db8::1")).to.deep.equal(["2001:db8::1"]);
    expect([...dns.asked, ...system.asked]).to.deep.equal([]);
  });

  it("of the operator's host do not wait for strangers' names that never answer, of which eight are asked at once", async () => {
    const strangers = Array.from({ length: 100 }, (_, index) => `slow-${index}.example`);
    for (const name of strangers) addresses.resolve(name, false).catch(() => undefined);
    const named = addresses.resolve("named.example", true);
    await until(() => dns.asked.includes("named.example"));
    dns.answer("named.example", "192.0.2.1");
    expect(await named).to.deep.equal(["192.0.2.1"]);
    await until(() => dns.asked.length === 9);
    dns.fail(dns.asked.find((name) => name !== "named.example") ?? "");
    await until(() => dns.asked.length === 10);
    await setImmediate();
    expect(dns.asked).to.have.length(10);
    // Threads are only for the operator's hosts.
    expect(system.asked).to.deep.equal([]);
  });

  it("of the operator's host are asked of the system where no server knows it", async () => {
    const named = addresses.resolve("printer.local", true);
    await until(() => dns.asked.length > 0);
    dns.fail("printer.local");
    await until(() => system.asked.length > 0);
    system.answer("printer.local", "192.0.2.9");
    expect(await named).to.deep.equal(["192.0.2.9"]);
    const stranger = addresses.resolve("stranger.local", false);
    await until(() => dns.asked.length > 1);
    dns.fail("stranger.local");
    const failure = await stranger.then(
      () => "none",
      (error: unknown) => String(error),
    );
    expect(failure).to.include("ECANCELLED");
    expect(system.asked).to.deep.equal(["printer.local"]);
  });

  it("are remembered while they are asked for again, and when no server answers any more", async () => {
    const first = addresses.resolve("peer.example", false);
    await until(() => dns.asked.length === 1);
    dns.answer("peer.example", "192.0.2.1");
    await first;
    nowMs = 29_000;
    expect(await addresses.resolve("peer.example", false)).to.deep.equal(["192.0.2.1"]);
    expect(dns.asked).to.have.length(1);
    nowMs = 3_600_000;
    expect(await addresses.resolve("peer.example", false)).to.deep.equal(["192.0.2.1"]);
    await until(() => dns.asked.length === 2);
    dns.fail("peer.example");
    await setImmediate();
    expect(await addresses.resolve("peer.example", false)).to.deep.equal(["192.0.2.1"]);
    await until(() => dns.asked.length === 3);
    dns.answer("peer.example", "192.0.2.2");
    await until(() => addresses.known("peer.example").includes("192.0.2.2"));
  });
});

describe("A DNS server that never answers (PROTOCOL 15.12)", () => {
  it("is given up after the time for a name", async () => {
    const server = createSocket("udp4");
    await new Promise<void>((bound) => server.bind(0, "127.0.0.1", bound));
    try {
      const asked = new Promise((heard) => server.once("message", heard));
      const query = queryServers("never.example", 100, [`127.0.0.1:${server.address().port}`]);
      await asked;
      const code = await query.then(
        () => "resolved",
        (error: NodeJS.ErrnoException) => error.code,
      );
      expect(code).to.equal("ECANCELLED");
    } finally {
      server.close();
    }
  });
});
