import type { StoreReader } from "./store.js";

/** Returns the store with some of its methods replaced. */
export function decorated<Reader extends StoreReader>(store: Reader, methods: Partial<Reader>): Reader {
  return new Proxy(store, {
    get(target, name) {
      const owner = name in methods ? methods : target;
      const member: unknown = Reflect.get(owner, name);
      // A method of a class with private members needs its own object.
      return typeof member === "function" ? member.bind(owner) : member;
    },
  });
}
