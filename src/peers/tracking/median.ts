/** The value in the middle, the lower of two. A minority of invented values does not move it past the true ones. */
export function median(values: readonly number[]): number | undefined {
  return values.toSorted((left, right) => left - right)[Math.floor((values.length - 1) / 2)];
}
