/** What is there already, one after the other as what is still to come is read. */
export async function* each<T>(items: Iterable<T>): AsyncGenerator<T, void, undefined> {
  yield* items;
}
