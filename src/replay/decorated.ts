import type { StoreReader } from "../store/store.js";

/** Returns the reader with some of its methods replaced. */
export function decorated(reader: StoreReader, methods: Partial<StoreReader>): StoreReader {
  return new Proxy(reader, {
    get(target, name) {
      const method: unknown = Reflect.get(methods, name) ?? Reflect.get(target, name);
      // A method of a class with private members needs its own object.
      return typeof method === "function"
        ? (...parameters: unknown[]): unknown => Reflect.apply(method, target, parameters)
        : method;
    },
  });
}
