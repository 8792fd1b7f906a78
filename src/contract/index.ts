/**
 * Builds contracts and requests of the chain in TypeScript: `chainnode/contract`. Nothing is compiled: the functions build
 * the JSON that the chain stores. It needs no node, no file and no network, and runs in a browser.
 *
 * @packageDocumentation
 */
export { local, universal, type Cell, type Cells } from "./cells.js";
export {
  Code,
  contract,
  fromJson,
  isCode,
  type CallValues,
  request,
  toJson,
  type CodeDeclaration,
  type ContractBody,
  type RequestBody,
} from "./code.js";
export type { Argument, Expression, Literal, Operand, Scale } from "./expression.js";
export {
  debug,
  float,
  from,
  isAddressText,
  literal,
  op,
  protocolVersion,
  raw,
  require,
  respond,
  timestamp,
  transactionHash,
  transactionSize,
  when,
} from "./operators.js";
export {
  definition,
  type LongParameter,
  type Parameter,
  type ParameterExpressions,
  type Parameters,
  type ParameterValues,
} from "./parameters.js";
export type { Shape } from "./shapes.js";
export { findPlace, type Place, type SourceMap } from "./source-map.js";
export {
  address,
  any,
  boolean,
  container,
  decimal,
  double,
  integer,
  key,
  text,
  type ValueType,
} from "./shapes.js";
