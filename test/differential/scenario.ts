/** The input of both machines: canonical JSON texts, so that they share no value types. */
export interface Scenario {
  readonly kind: "transaction" | "request";
  /** Registered codes as JSON text. Each transaction calls the one of its own index. */
  readonly codes: readonly string[];
  /** The registered Fee, if there is one. */
  readonly fee: string | null;
  /** The parameters of each transaction or request as JSON text. */
  readonly calls: readonly string[];
  readonly signers: readonly string[];
  readonly cells: readonly StoredCell[];
}

export interface StoredCell {
  readonly area: "universal" | "local";
  readonly writer: string;
  readonly space: string;
  readonly attribute: string;
  readonly key: string;
  /** As JSON text. */
  readonly value: string;
}

/** The result of a machine: labelled lines, equal when the machines agree. */
export type Report = readonly string[];

/** The first line in which two reports differ, null when they agree. */
export function firstDifference(plain: Report, product: Report): { plain: string; product: string } | null {
  const length = Math.max(plain.length, product.length);
  for (let index = 0; index < length; index += 1) {
    const [a = "(nothing)", b = "(nothing)"] = [plain[index], product[index]];
    if (a !== b) return { plain: a, product: b };
  }
  return null;
}
