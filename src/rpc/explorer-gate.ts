import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import type { ChainError } from "../codec/chain-error.js";
import * as errors from "./errors.js";

/** The names that this machine has for itself in every browser. */
const LOCAL_NAMES = ["localhost"];

/** Sent by browsers with every request: whose page made it, `none` for an address that the user typed. */
const TRUSTED_SITES: ReadonlySet<string> = new Set(["same-origin", "none"]);

/**
 * Decides which requests the explorer answers. A page of another site must not use it, although a browser on this machine
 * reaches it: neither directly, nor by a name of that site which turns to this machine's address (DNS rebinding).
 */
export class ExplorerGate {
  readonly #names: ReadonlySet<string>;

  /** @param names the host names under which the server is known, with or without a port; any IP address is trusted. */
  constructor(names: readonly string[]) {
    this.#names = new Set([...LOCAL_NAMES, ...names].map(nameOf));
  }

  /**
   * Why a request is refused, null when it is answered. `isNavigation`: whether a link of another site may lead here, as
   * to a page that changes nothing by being opened.
   */
  refusalOf(headers: IncomingHttpHeaders, isNavigation: boolean): ChainError | null {
    const { host = "", origin } = headers;
    const name = nameOf(host);
    // A name of another site can lead here. An address cannot be turned to another place.
    if (isIP(name) === 0 && !this.#names.has(name)) return errors.explorerHost({ host: name });
    const site = headers["sec-fetch-site"];
    const isForeign = typeof site === "string" && !TRUSTED_SITES.has(site);
    if (isNavigation && origin === undefined) return null;
    if (isForeign || (origin !== undefined && hostOf(origin) !== host.toLowerCase()))
      return errors.explorerOrigin({ origin: origin ?? "another site" });
    return null;
  }
}

/** `Example.org:9900` → `example.org`, `[::1]:9900` → `::1`. */
function nameOf(host: string): string {
  const name = host.toLowerCase().replace(/:[0-9]*$/, "");
  return name.startsWith("[") ? name.slice(1).replace(/\]$/, "") : name;
}

/** The host of an origin with its port; null for the opaque origin `null` and for what is no origin. */
function hostOf(origin: string): string | null {
  return /^https?:\/\/([^/]+)$/i.exec(origin)?.[1]?.toLowerCase() ?? null;
}
