import crypto, { type JsonWebKeyInput, type KeyObject, type PrivateKeyInput } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/** Before it holds more, it forgets all. */
const MAX_REMEMBERED = 100_000;

/**
 * For a thread that runs many nodes: `verify` remembers its answers and `createPrivateKey` its objects. Each of the
 * nodes checks the same signatures, and the first check of each is the real one.
 */
export function rememberSignatures(): void {
  const { verify, createPrivateKey } = crypto;
  const privateKeys = new Map<string, KeyObject>();
  const names = new WeakMap<KeyObject, number>();
  const answers = new Map<string, boolean>();
  let keys = 0;

  function remembered(algorithm: null, data: Buffer, key: KeyObject, signature: Buffer): boolean {
    const name = names.get(key) ?? (keys += 1);
    names.set(key, name);
    const question = `${name} ${signature.toString("latin1")} ${data.toString("latin1")}`;
    const known = answers.get(question);
    if (known !== undefined) return known;
    const answer = verify(algorithm, data, key, signature);
    if (answers.size >= MAX_REMEMBERED) answers.clear();
    answers.set(question, answer);
    return answer;
  }

  function rememberedKey(input: PrivateKeyInput | JsonWebKeyInput): KeyObject {
    const text = JSON.stringify(input);
    const key = privateKeys.get(text) ?? createPrivateKey(input);
    privateKeys.set(text, key);
    return key;
  }

  Object.assign(crypto, { verify: remembered, createPrivateKey: rememberedKey });
  syncBuiltinESMExports();
}
