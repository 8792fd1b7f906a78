import { createPrivateKey, type KeyEntry } from "../../data/keys/keystore.js";
import type { Host } from "../connection.js";
import { passwordMismatch, passwordEmpty } from "../../codec/errors.js";

/** `keys`: the keystore's keys. Private keys stay in it. */
export function createKeysObject({ keys, askPassword }: Pick<Host, "keys" | "askPassword">) {
  const { keystore } = keys;
  return {
    list: async () => (await keystore.list()).map(toRow),
    /** A key by name or address, by default the default key; `node` is the node's own. */
    show: async (nameOrAddress?: string) => toRow(await keys.find(nameOrAddress)),
    /** Returns the default key. With a name, makes that key the default first. */
    async default(nameOrAddress?: string) {
      if (nameOrAddress !== undefined) await keystore.setDefault(await keystore.find(nameOrAddress));
      return toRow(await keystore.find());
    },
    async new(name: string) {
      await keystore.assertFree(name);
      const password = await askPassword(`Password of ${name}`);
      const again = await askPassword("The same password again");
      assertPassword(password, again);
      return toRow(await keystore.add(name, createPrivateKey(), password));
    },
  };
}

function toRow({ name, address, publicKey, isDefault }: KeyEntry) {
  return { name, address, publicKey, default: isDefault };
}

function assertPassword(password: string, again: string): void {
  if (password !== again) throw passwordMismatch();
  if (password === "") throw passwordEmpty();
}
