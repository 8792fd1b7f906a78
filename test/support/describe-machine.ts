const FROZEN = [Object.prototype, Array.prototype, Map.prototype];

/**
 * A `describe` whose tests run with frozen prototypes: an operator that writes to one, by a key such as `__proto__`,
 * throws. They are unfrozen afterwards, because libraries that other tests load later assign inherited names such as
 * `toString` on their own objects.
 */
export function describeMachine(title: string, body: () => void): void {
  describe(title, () => {
    before(() => setWritable(false));
    after(() => setWritable(true));
    body();
  });
}

function setWritable(writable: boolean): void {
  for (const prototype of FROZEN) {
    Object.preventExtensions(prototype);
    for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (property.configurable === true && "value" in property)
        Object.defineProperty(prototype, name, { writable });
    }
  }
}
