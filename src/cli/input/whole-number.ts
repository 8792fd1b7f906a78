const WHOLE_NUMBER = /^[0-9]{1,15}$/;

/** Whether a word is a whole number that a `number` represents exactly. */
export function isWholeNumber(word: string): boolean {
  return WHOLE_NUMBER.test(word);
}
