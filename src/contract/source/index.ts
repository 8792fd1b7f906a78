/** Registered codes as source to read: TypeScript of the builder, and pseudo-code. */
export { toPseudoCode } from "./to-pseudo-code.js";
export { toSource } from "./to-source.js";
