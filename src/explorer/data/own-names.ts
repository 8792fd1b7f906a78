/** Names that a user gives to addresses. They stay in this browser. */

const PREFIX = "chainnode.name.";
export const MAX_NAME_LENGTH = 60;

export function nameOf(address: string): string {
  return read(() => globalThis.localStorage.getItem(PREFIX + address) ?? "", "");
}

export function ownNames(): ReadonlyMap<string, string> {
  const keys = read(() => Object.keys(globalThis.localStorage), []);
  return new Map(
    keys
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length))
      .map((address) => [address, nameOf(address)] as const),
  );
}

/** Stores the name of an address, or removes it when it is empty. Returns whether the browser stored it. */
export function giveName(address: string, name: string): boolean {
  const text = name.trim().slice(0, MAX_NAME_LENGTH);
  read(() => {
    if (text === "") globalThis.localStorage.removeItem(PREFIX + address);
    else globalThis.localStorage.setItem(PREFIX + address, text);
  }, undefined);
  return nameOf(address) === text;
}

/** Returns `otherwise` when the browser forbids storage or has no room. */
function read<T>(access: () => T, otherwise: T): T {
  try {
    return access();
  } catch (error) {
    if (error instanceof DOMException) return otherwise;
    throw error;
  }
}
