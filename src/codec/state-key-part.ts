const MAX_KEY_LENGTH = 64;
const HEX = /^[0-9a-f]+$/;

/** Whether a text may be the key part: lower-case hex of even length from 2 to 64 (PROTOCOL 2.5). */
export function isStateKeyPart(key: string): boolean {
  // Without the m flag, `$` matches only at the very end in JavaScript: "ab\n" is refused.
  return key.length % 2 === 0 && key.length <= MAX_KEY_LENGTH && HEX.test(key);
}
