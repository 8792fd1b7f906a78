/**
 * Machine tests run with frozen prototypes: an operator that writes to one, by a key such as `__proto__`, throws.
 * Chai has put its own members there when this module runs, which is why it is imported first.
 */
import "chai";

Object.freeze(Object.prototype);
Object.freeze(Array.prototype);
Object.freeze(Map.prototype);
