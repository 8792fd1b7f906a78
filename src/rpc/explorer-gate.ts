import type { IncomingHttpHeaders } from "node:http";
import type { ChainError } from "../codec/chain-error.js";
import { HostNames, hostNameOf } from "./host-names.js";
import * as errors from "./errors.js";

/** Sent by browsers with every request: whose page made it, `none` for an address that the user typed. */
const TRUSTED_SITES: ReadonlySet<string> = new Set(["same-origin", "none"]);

/**
 * Decides which requests the explorer answers. A page of another site must not use it, although a browser on this machine
 * reaches it: neither directly, nor by a name of that site which turns to this machine's address (DNS rebinding).
 */
export class ExplorerGate {
  readonly #names: HostNames;

  /** @param names the host names under which the server is known, with or without a port; any IP address is trusted. */
  constructor(names: readonly string[]) {
    this.#names = new HostNames(names);
  }

  /** Why a request is refused by the name that it gives the server, null when it is not: a name of another site can lead here. */
  hostRefusal({ host = "" }: IncomingHttpHeaders): ChainError | null {
    return this.#names.has(host) ? null : errors.explorerHost({ host: hostNameOf(host) });
  }

  /**
   * Why a request is refused by the page that makes it, null when it is not. `isNavigation`: whether a link of another site
   * may lead here, as to a page that changes nothing by being opened.
   */
  originRefusal(headers: IncomingHttpHeaders, isNavigation: boolean): ChainError | null {
    const { host = "", origin } = headers;
    const site = headers["sec-fetch-site"];
    const isForeign = typeof site === "string" && !TRUSTED_SITES.has(site);
    if (isNavigation && origin === undefined) return null;
    if (isForeign || (origin !== undefined && hostOf(origin) !== host.toLowerCase()))
      return errors.explorerOrigin({ origin: origin ?? "another site" });
    return null;
  }
}

/** The host of an origin with its port; null for the opaque origin `null` and for what is no origin. */
function hostOf(origin: string): string | null {
  return /^https?:\/\/([^/]+)$/i.exec(origin)?.[1]?.toLowerCase() ?? null;
}
