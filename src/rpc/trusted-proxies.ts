import { BlockList, isIP } from "node:net";
import { plainAddress } from "./forwarded.js";
import * as errors from "./errors.js";

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
