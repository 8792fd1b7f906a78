/** What may be a private key, and the words that announce a secret. */
const SECRET = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])|passw|passphrase|private|secret|mnemonic|seed/i;

/** Whether a line may hold a secret, so that no file may hold it. */
export function mayBeSecret(line: string): boolean {
  return SECRET.test(line);
}
