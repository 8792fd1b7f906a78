import { Resolver, lookup } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";

export interface HostAddressesOptions {
  /** Asks the DNS servers, for so many ms at most; default: those of the system. */
  readonly query?: (hostname: string, limitMs: number) => Promise<readonly string[]>;
  /** Asks the system, which also knows names that no DNS server knows. Nothing can end such a call. */
  readonly ask?: (hostname: string) => Promise<readonly string[]>;
  /** The file of the names that this machine knows itself. */
  readonly hostsFile?: string;
  /** ms of a clock that never goes back. */
  readonly nowMs?: () => number;
}

/** How long an address is used before the name is resolved again. It is used meanwhile, and while that fails. */
const FRESH_MS = 30_000;
const MAX_NAMES = 1024;
/** How long the DNS servers may take. A stranger's name that takes longer is not worth waiting for. */
const NAMED_MS = 5_000;
const STRANGER_MS = 2_000;
const MAX_STRANGERS_AT_ONCE = 8;

interface Known {
  readonly addresses: readonly string[];
  readonly atMs: number;
}

/**
 * The addresses of hosts by name. Strangers choose names whose servers never answer, so no name waits for another one
 * of theirs: few of them are resolved at once, by queries that end in time, and the system's resolver, which blocks a
 * thread for each name, serves only the hosts that the operator named. Addresses are remembered, so that peers stay
 * reachable while no server answers (PROTOCOL 15.12).
 */
export class HostAddresses {
  readonly #query: NonNullable<HostAddressesOptions["query"]>;
  readonly #ask: NonNullable<HostAddressesOptions["ask"]>;
  readonly #hostsFile: string;
  readonly #nowMs: () => number;
  readonly #known = new LRUCache<string, Known>({ max: MAX_NAMES });
  /** The names that are being resolved, those of the operator and those of strangers apart. */
  readonly #pending = new Map<string, Promise<readonly string[]>>();
  readonly #strangers = pLimit(MAX_STRANGERS_AT_ONCE);
  /** One name at a time leaves a thread for the files and the other work of the process. */
  readonly #system = pLimit(1);

  constructor({
    query = queryServers,
    ask = askSystem,
    hostsFile = HOSTS_FILE,
    nowMs = () => performance.now(),
  }: HostAddressesOptions = {}) {
    this.#query = query;
    this.#ask = ask;
    this.#hostsFile = hostsFile;
    this.#nowMs = nowMs;
  }

  /** The addresses that a name had when it was last resolved. An IP address is its own. */
  known(hostname: string): readonly string[] {
    return isIP(hostname) === 0 ? (this.#known.get(hostname)?.addresses ?? []) : [hostname];
  }

  /**
   * The addresses of a name, at once where they are known. Throws the error of the resolver.
   *
   * @param isNamed whether the operator named the host.
   */
  async resolve(hostname: string, isNamed: boolean): Promise<readonly string[]> {
    if (isIP(hostname) !== 0) return [hostname];
    const known = this.#known.get(hostname);
    if (known === undefined) return this.#renew(hostname, isNamed);
    // Not awaited: the addresses known so far are used until there are others.
    if (this.#nowMs() - known.atMs > FRESH_MS) this.#renew(hostname, isNamed).catch(() => undefined);
    return known.addresses;
  }

  #renew(hostname: string, isNamed: boolean): Promise<readonly string[]> {
    const key = `${hostname} ${isNamed}`;
    const pending = this.#pending.get(key);
    if (pending !== undefined) return pending;
    const renewed = this.#find(hostname, isNamed)
      .then((addresses) => {
        this.#known.set(hostname, { addresses, atMs: this.#nowMs() });
        return addresses;
      })
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, renewed);
    return renewed;
  }

  async #find(hostname: string, isNamed: boolean): Promise<readonly string[]> {
    if (/(?:^|\.)localhost$/i.test(hostname)) return ["127.0.0.1", "::1"];
    const own = addressesIn(await readFile(this.#hostsFile, "utf8").catch(() => ""), hostname);
    if (own.length > 0) return own;
    if (!isNamed) return this.#strangers(() => this.#query(hostname, STRANGER_MS));
    try {
      return await this.#query(hostname, NAMED_MS);
    } catch {
      // The system may know it by other ways: a search domain, multicast DNS.
      return this.#system(() => this.#ask(hostname));
    }
  }
}

const HOSTS_FILE =
  process.platform === "win32"
    ? join(process.env["SystemRoot"] ?? "C:\\Windows", "System32/drivers/etc/hosts")
    : "/etc/hosts";

function addressesIn(hosts: string, hostname: string): readonly string[] {
  return hosts.split("\n").flatMap((line) => {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().toLowerCase().split(/\s+/);
    return isIP(address) !== 0 && names.includes(hostname.toLowerCase()) ? [address] : [];
  });
}

/**
 * Asks the DNS servers for the addresses of a name, for so many ms at most. Throws the error of the resolver.
 *
 * @param servers default: those that the system has now.
 */
export async function queryServers(
  hostname: string,
  limitMs: number,
  servers?: readonly string[],
): Promise<readonly string[]> {
  const resolver = new Resolver();
  if (servers !== undefined) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), limitMs);
  const questions = [resolver.resolve4(hostname), resolver.resolve6(hostname)];
  const answers = await Promise.allSettled(hasIpv4() ? questions : questions.toReversed());
  clearTimeout(timer);
  const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  // Throws the first failure.
  return addresses.length > 0 ? addresses : Promise.all(questions).then((all) => all.flat());
}

/** Whether this machine reaches others over IPv4, which nearly all hosts have. */
function hasIpv4(): boolean {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.some(({ family, internal }) => family === "IPv4" && !internal);
}

async function askSystem(hostname: string): Promise<readonly string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}
