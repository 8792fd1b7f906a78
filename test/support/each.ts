/** The items as an async iterable. */
export async function* each<T>(items: Iterable<T>): AsyncGenerator<T, void, undefined> {
  yield* items;
}
