import crypto, { type BinaryLike, type ScryptOptions } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

type Derived = (error: Error | null, key: Buffer) => void;

/**
 * For one suite: `scrypt` remembers its results in this process. Deriving a key is deliberately slow, and the commands
 * of a test derive that of the same password and salt again and again.
 */
export function useRememberedScrypt(): void {
  const { scrypt } = crypto;
  const known = new Map<string, Buffer>();
  const replace = (implementation: unknown): void => {
    Object.assign(crypto, { scrypt: implementation });
    syncBuiltinESMExports();
  };

  function remembered(
    password: BinaryLike,
    salt: Buffer,
    size: number,
    options: ScryptOptions,
    done: Derived,
  ): void {
    const asked = JSON.stringify([password, salt, size, options]);
    const key = known.get(asked);
    if (key !== undefined) return void setImmediate(done, null, Buffer.from(key));
    scrypt(password, salt, size, options, (error, derived) => {
      if (error === null) known.set(asked, Buffer.from(derived));
      done(error, derived);
    });
  }

  before(() => replace(remembered));
  after(() => replace(scrypt));
}
