import type { IncomingMessage } from "node:http";
import { type Socket, BlockList, isIP } from "node:net";
import { callerAt, isLoopback } from "./caller.js";
import { forwardedAddresses, plainAddress, type ForwardingHeader } from "./forwarded.js";
import type { ProxyHeader } from "./proxy-header.js";
import * as errors from "./errors.js";

/** The proxies before a server, and how they name the callers. */
export interface ProxySettings {
  /** Addresses and networks. Whatever connects to a unix socket is trusted too. */
  readonly trusted: readonly string[];
  /** Default: X-Forwarded-For. */
  readonly header?: ForwardingHeader;
  /** Whether proxies name the caller by the PROXY protocol instead, and must. Default: no. */
  readonly hasProtocol?: boolean;
}

export interface CallersOptions extends ProxySettings {
  /** Whether the server listens on a unix socket: its connections have no address. */
  readonly isUnix?: boolean;
  /** Told once of each thing that the operator should set. */
  readonly warn?: (message: string, address: string) => void;
}

const UNTRUSTED = "a proxy passes requests on, which all count as one caller; name it with --trusted-proxy";
const NO_HEADER =
  "a trusted proxy does not begin its connections with the PROXY protocol, so they are refused";

export interface ConnectionOrigin {
  readonly caller: string;
  /** Whether many callers may share this address: a proxy, or the programs of this machine. */
  readonly isShared: boolean;
  /** The length of the PROXY protocol's header. */
  readonly bytesBefore: number;
}

/** Header fields that a proxy adds, and a client has no reason to send. */
const FORWARDING_HEADERS = ["x-forwarded-for", "forwarded", "x-real-ip", "via"];
const UNIX = "unix";

/**
 * Tells by whom a request is made: the key that all limits are counted by. It is an address or a network (`callerAt`);
 * a loopback address means a program on this machine, which has no limits of one caller. What comes through a proxy is
 * never that: there such an address is called `forwarded 127.0.0.1`, as is a proxy of this machine itself.
 */
export class Callers {
  readonly #options: CallersOptions;
  readonly #trusted: TrustedProxies;
  /** By the keys of their sockets, the callers that the PROXY protocol named. */
  readonly #named = new Map<string, string>();
  readonly #known = new WeakMap<IncomingMessage, string>();
  readonly #warnings = new Set<string>();

  /** Throws `TRUSTED_PROXY`. */
  constructor(options: CallersOptions = { trusted: [] }) {
    this.#options = options;
    this.#trusted = new TrustedProxies(options.trusted);
  }

  /** Who made a connection; null when it has ended already. */
  originOf(socket: Socket): ConnectionOrigin | null {
    const address = this.#addressOf(socket);
    if (address === "") return null;
    const isProxy = this.#isProxy(address);
    return { caller: callerAt(address), isShared: isProxy || isLoopback(address), bytesBefore: 0 };
  }

  /** Whether a connection must begin with a header of the PROXY protocol. */
  needsHeader(socket: Socket): boolean {
    return this.#options.hasProtocol === true && this.#isProxy(this.#addressOf(socket));
  }

  /** Who made a connection that began with this header; null when it began with none. */
  named(socket: Socket, header: ProxyHeader | null): ConnectionOrigin | null {
    const address = this.#addressOf(socket);
    if (header === null) {
      this.#warn(NO_HEADER, address);
      return null;
    }
    const caller = forwarded(header.source ?? address);
    const key = socketKey(socket);
    this.#named.set(key, caller);
    socket.once("close", () => this.#named.delete(key));
    return { caller, isShared: header.source === null, bytesBefore: header.length };
  }

  of(request: IncomingMessage): string {
    const known = this.#known.get(request);
    if (known !== undefined) return known;
    const caller = this.#find(request);
    this.#known.set(request, caller);
    return caller;
  }

  #find({ socket, headers }: IncomingMessage): string {
    const { header = "x-forwarded-for", hasProtocol = false } = this.#options;
    const address = this.#addressOf(socket);
    if (this.#isProxy(address)) {
      const named = hasProtocol ? this.#named.get(socketKey(socket)) : undefined;
      return named ?? forwarded(hasProtocol ? address : this.#callerIn(headers[header], address));
    }
    const caller = callerAt(address);
    if (!isLoopback(caller) || FORWARDING_HEADERS.every((name) => headers[name] === undefined)) return caller;
    this.#warn(UNTRUSTED, address);
    return forwarded(address);
  }

  /** The rightmost address that is not a trusted proxy's. What stands left of it, its client may have written. */
  #callerIn(value: string | readonly string[] | undefined, proxy: string): string {
    if (value === undefined) return proxy;
    let last = proxy;
    for (const address of forwardedAddresses(this.#options.header ?? "x-forwarded-for", String(value))) {
      if (address === null) break;
      last = address;
      if (!this.#trusted.includes(address)) break;
    }
    return last;
  }

  #warn(message: string, address: string): void {
    if (!this.#warnings.has(message)) this.#options.warn?.(message, address);
    this.#warnings.add(message);
  }

  #addressOf({ remoteAddress = "" }: Socket): string {
    return this.#options.isUnix === true ? UNIX : (plainAddress(remoteAddress) ?? "");
  }

  #isProxy(address: string): boolean {
    return this.#options.isUnix === true || this.#trusted.includes(address);
  }
}

function forwarded(address: string): string {
  const caller = callerAt(address);
  return caller === UNIX || isLoopback(caller) ? `forwarded ${caller}` : caller;
}

/** The keys of sockets: a connection is asked for several times with each of its requests. */
const keys = new WeakMap<Socket, string>();
let unnamed = 0;

/**
 * Names a connection by its two ends: a TLS socket is another object than the socket beneath it, with the same ends. A
 * unix socket has none, and no TLS.
 */
export function socketKey(socket: Socket): string {
  const known = keys.get(socket);
  if (known !== undefined) return known;
  const { remoteAddress, remotePort = 0, localPort = 0 } = socket;
  const key =
    remoteAddress === undefined ? `unnamed ${(unnamed += 1)}` : `${remoteAddress} ${remotePort} ${localPort}`;
  keys.set(socket, key);
  return key;
}

const BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

export class TrustedProxies {
  readonly isEmpty: boolean;
  readonly #list = new BlockList();

  /** @param entries addresses, and networks such as `10.0.0.0/8`. Throws `TRUSTED_PROXY` for anything else. */
  constructor(entries: readonly string[]) {
    this.isEmpty = entries.length === 0;
    for (const entry of entries) this.#add(entry);
  }

  /** @param address in its plain spelling. */
  includes(address: string): boolean {
    return !this.isEmpty && this.#list.check(address, familyOf(address));
  }

  #add(entry: string): void {
    const [text = "", prefix, ...rest] = entry.split("/");
    const address = text.includes("%") ? null : plainAddress(text);
    if (address === null || rest.length > 0) throw errors.trustedProxy({ entry });
    const bits = BITS[isIP(address)] ?? 0;
    if (prefix === undefined) this.#list.addAddress(address, familyOf(address));
    else {
      // `::ffff:10.0.0.0/104` is the network 10.0.0.0/8.
      const length = Number(prefix) - ((BITS[isIP(text)] ?? 0) - bits);
      const isLength = /^[0-9]{1,3}$/.test(prefix) && length >= 0 && length <= bits;
      if (!isLength) throw errors.trustedProxy({ entry });
      this.#list.addSubnet(address, length, familyOf(address));
    }
  }
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return address.includes(":") ? "ipv6" : "ipv4";
}
