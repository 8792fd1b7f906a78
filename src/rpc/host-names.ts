import { isIP } from "node:net";

/** The names that this machine has for itself in every browser. */
const LOCAL_NAMES = ["localhost"];

export class HostNames {
  readonly #names: ReadonlySet<string>;

  /** @param names with or without a port. */
  constructor(names: readonly string[]) {
    this.#names = new Set([...LOCAL_NAMES, ...names].map(hostNameOf));
  }

  /** Whether a Host field names this server. Any IP address does: unlike a name, it cannot be turned to another place. */
  has(host: string): boolean {
    const name = hostNameOf(host);
    return isIP(name) !== 0 || this.#names.has(name);
  }
}

/** `Example.org:9900` → `example.org`, `[::1]:9900` → `::1`. */
export function hostNameOf(host: string): string {
  const name = host.toLowerCase().replace(/:[0-9]*$/, "");
  return name.startsWith("[") ? name.slice(1).replace(/\]$/, "") : name;
}
