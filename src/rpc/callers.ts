import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { callerAt, isLoopback } from "./caller.js";
import { forwardedAddresses, plainAddress, type ForwardingHeader } from "./forwarded.js";
import type { ProxyHeader } from "./proxy-header.js";
import { socketKey } from "./socket-key.js";
import { TrustedProxies } from "./trusted-proxies.js";

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
