import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ChainError } from "../../src/codec/chain-error.js";
import { createKeystore, createPrivateKey, type Keystore } from "../../src/data/keys/keystore.js";
import { makeTempDirectory } from "../support/temp-store.js";
import type { Fault, Random } from "./fault.js";

const PASSWORD = "pass";

export const fault: Fault = {
  fault: "A key file is damaged",
  made: "one character of a key file is changed, or the file is cut",
  promise: "the key is refused with an error of the catalogue, or it is the same key: never another one",
  times: { full: 300, sample: 0 },
  async run(times, random) {
    const root = await makeTempDirectory();
    try {
      const keystore = createKeystore(join(root, "keystore"));
      const privateKey = createPrivateKey();
      await keystore.add("alice", privateKey, PASSWORD);
      const file = join(keystore.directory, "alice.json");
      const whole = await readFile(file, "latin1");
      let refused = 0;
      for (let time = 0; time < times; time += 1) {
        await writeFile(file, damaged(whole, random), "latin1");
        const unlocked = await unlock(keystore);
        if (unlocked === null) refused += 1;
        else if (unlocked !== privateKey) throw new Error("Another key was unlocked. ");
      }
      return `${times} damaged files, ${refused} refused, the others the same key`;
    } finally {
      await rm(root, { recursive: true });
    }
  },
};

function damaged(whole: string, random: Random): string {
  const at = Math.floor(random() * whole.length);
  if (random() < 0.1) return whole.slice(0, at);
  return whole.slice(0, at) + String.fromCharCode(Math.floor(random() * 256)) + whole.slice(at + 1);
}

/** The private key; null when an error of the catalogue refuses it. */
async function unlock(keystore: Keystore): Promise<string | null> {
  try {
    return (await keystore.unlock(await keystore.find(), async () => PASSWORD)).privateKey;
  } catch (error) {
    if (error instanceof ChainError && error.kind !== "internal") return null;
    throw error;
  }
}
