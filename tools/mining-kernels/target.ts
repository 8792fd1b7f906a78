/** The text of an expression of the target language, without side effects. */
export type Expression = string;

/** A language the search program can be written in, on 32-bit words or on several of them side by side. */
export interface Target {
  /** The word that differs in each try. */
  readonly candidate: Expression;
  /** A slot of the scan's input. */
  readonly input: (slot: number) => Expression;
  readonly constant: (word: number) => Expression;
  readonly read: (name: string) => Expression;
  readonly add: (...terms: Expression[]) => Expression;
  readonly xor: (...terms: Expression[]) => Expression;
  readonly and: (left: Expression, right: Expression) => Expression;
  readonly rotateRight: (word: Expression, bits: number) => Expression;
  readonly shiftRight: (word: Expression, bits: number) => Expression;
}

/** Folds terms from the left with a binary operator. */
export function fold(
  operator: (left: Expression, right: Expression) => Expression,
): (...terms: Expression[]) => Expression {
  return (...terms) => terms.reduce(operator);
}
