/** Returns an object with some of its methods replaced. */
export function decorated<Base extends object>(base: Base, methods: Partial<Base>): Base {
  return forwarding((name) => (name in methods ? methods : base) as Base);
}

/** Returns an object each of whose members is that of another one, which is asked for at each use. */
export function forwarding<Base extends object>(ownerOf: (name: PropertyKey) => Base): Base {
  return new Proxy({} as Base, {
    has: (_, name) => name in ownerOf(name),
    get(_, name) {
      const owner = ownerOf(name);
      const member: unknown = Reflect.get(owner, name);
      // A method of a class with private members needs its own object.
      return typeof member === "function" ? member.bind(owner) : member;
    },
  });
}
