/** Words that announce a secret. */
const SECRET_WORD = /passw|passphrase|private|secret|mnemonic|seed/i;
/** Text that may be a private key. */
const KEY = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/i;
/**
 * The id of a space, written as `cid: "…"` or `cid = "…"`. It has the form of a private key; only the name
 * distinguishes them.
 */
const SPACE_ID = /(?<![\w$.])cid\s*[:=]\s*(["'`])[0-9a-f]{64}\1/g;

/** Whether a line may hold a secret, so that it must not be stored. */
export function mayBeSecret(line: string): boolean {
  return SECRET_WORD.test(line) || KEY.test(line.replace(SPACE_ID, "cid"));
}
