import { chmodSync, cpSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createKeystore } from "../../src/data/keys/keystore.js";
import { useRememberedScrypt } from "../support/remembered-scrypt.js";
import { makeTempDirectory } from "../support/temp-store.js";

export const PASSWORD = "secret words";

/**
 * For one suite: writes a user's directory with one key, and its password in the file `password`, to the given path.
 * Its password is turned into a key only once, because that is deliberately slow.
 */
export function useKeptKey(name: string, privateKey: string): (directory: string) => void {
  let original = "";
  useRememberedScrypt();
  before(async () => {
    original = await makeTempDirectory();
    await createKeystore(join(original, "keystore")).add(name, privateKey, PASSWORD);
    writeFileSync(join(original, "password"), PASSWORD, { mode: 0o600 });
  });
  after(() => rm(original, { recursive: true }));
  return (directory) => {
    cpSync(original, directory, { recursive: true });
    // Node.js 24.21 gives the copy of a directory other permissions.
    chmodSync(join(directory, "keystore"), 0o700);
  };
}
