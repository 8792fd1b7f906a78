/** Names that a user gives to addresses. They stay in this browser. */

const PREFIX = "chainnode.name.";
export const MAX_NAME_LENGTH = 60;

/** The name of an address, empty when it has none. */
export function nameOf(address: string): string {
  return read(() => globalThis.localStorage.getItem(PREFIX + address) ?? "", "");
}

/** Every name that is kept, by its address. */
export function ownNames(): ReadonlyMap<string, string> {
  const keys = read(() => Object.keys(globalThis.localStorage), []);
  return new Map(
    keys
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length))
      .map((address) => [address, nameOf(address)] as const),
  );
}

/** Keeps a name; an empty one is forgotten. Returns whether the browser keeps it. */
export function giveName(address: string, name: string): boolean {
  const text = name.trim().slice(0, MAX_NAME_LENGTH);
  read(() => {
    if (text === "") globalThis.localStorage.removeItem(PREFIX + address);
    else globalThis.localStorage.setItem(PREFIX + address, text);
  }, undefined);
  return nameOf(address) === text;
}

/** The browser may not allow storage, or have no room. */
function read<T>(access: () => T, otherwise: T): T {
  try {
    return access();
  } catch (error) {
    if (error instanceof DOMException) return otherwise;
    throw error;
  }
}
