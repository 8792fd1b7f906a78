import { messageOf } from "../codec/chain-error.js";
import { isContainer, isList, sizeOf, type Value, type ValueList, type ValueMap } from "../codec/value.js";
import { argumentsOf, type Operator } from "./operator.js";
import type { Run } from "./run.js";
import { COSTS, SURCHARGES } from "./work.js";

/** A compiled expression. Evaluating it walks no JSON. */
export type Evaluate = (run: Run) => Value;

/** Operators by name, without the `$`. */
export type OperatorTable = ReadonlyMap<string, Operator>;

/** A compiled part. A part without a call is a constant. */
type Compiled =
  | { readonly isConstant: true; readonly value: Value }
  | { readonly isConstant: false; readonly evaluate: Evaluate };

interface CompiledMember {
  readonly key: string;
  readonly evaluate: Evaluate;
  /** The call that the map is if this member is a container, when its key names an operator. */
  readonly call: StaticCall | undefined;
}

interface StaticCall {
  readonly operator: Operator;
  readonly expression: ValueMap;
}

/**
 * Compiles an expression (PROTOCOL 7.1, 7.2, 7.3). Compiling and evaluating recurse as deep as JSON nests, 512 levels
 * at most (PROTOCOL 1.7).
 */
export function compileExpression(expression: Value, operators: OperatorTable): Evaluate {
  return toEvaluate(compile(expression, operators));
}

/** The operator that a map's key names, undefined when it names none. Case matters. */
export function operatorOf(key: string, operators: OperatorTable): Operator | undefined {
  return key.startsWith("$") ? operators.get(key.slice(1)) : undefined;
}

function compile(expression: Value, operators: OperatorTable): Compiled {
  if (!isContainer(expression)) return { isConstant: true, value: expression };
  return isList(expression) ? compileList(expression, operators) : compileMap(expression, operators);
}

function compileList(list: ValueList, operators: OperatorTable): Compiled {
  const members = list.map((member) => compile(member, operators));
  if (members.every((member) => member.isConstant)) return { isConstant: true, value: list };
  return { isConstant: false, evaluate: evaluateAll(members.map(toEvaluate)) };
}

/**
 * Compiles a map. Its members are evaluated in order; the first one that calls an operator becomes the value of the
 * whole map, and later members are ignored (PROTOCOL 7.1).
 */
function compileMap(map: ValueMap, operators: OperatorTable): Compiled {
  const members: CompiledMember[] = [];
  let isConstant = true;
  for (const [key, member] of map) {
    const operator = operatorOf(key, operators);
    const compiled = compile(member, operators);
    if (operator !== undefined && isAlwaysContainer(member, compiled)) {
      const call = compileCall({ operator, expression: map }, compiled);
      return { isConstant: false, evaluate: members.length === 0 ? call : afterMembers(members, call) };
    }
    isConstant &&= compiled.isConstant;
    members.push({
      key,
      evaluate: toEvaluate(compiled),
      call: compiled.isConstant || operator === undefined ? undefined : { operator, expression: map },
    });
  }
  return isConstant
    ? { isConstant, value: map }
    : { isConstant, evaluate: (run) => evaluateMap(members, run) };
}

/** Whether an argument is always a list or map: a constant container, or a list that contains calls. */
function isAlwaysContainer(argument: Value, compiled: Compiled): boolean {
  return compiled.isConstant ? isContainer(compiled.value) : isList(argument);
}

function compileCall(call: StaticCall, args: Compiled): Evaluate {
  const { operator } = call;
  if (args.isConstant) {
    const given = isContainer(args.value) ? args.value : [];
    const constant = argumentsOf(operator, given);
    return (run) =>
      run.tracer === null ? operator.call(constant, run, given) : traceCall(call, run, () => given);
  }
  // `isAlwaysContainer` holds for a computed argument only when it is a list.
  const evaluate = args.evaluate as (run: Run) => ValueList;
  return (run) => {
    if (run.tracer !== null) return traceCall(call, run, evaluate);
    const given = evaluate(run);
    return operator.call(given, run, given);
  };
}

/** Evaluates the members before a call for their effects and drops their values. */
function afterMembers(members: readonly CompiledMember[], call: Evaluate): Evaluate {
  return (run) => {
    for (const { evaluate, call: earlier } of members) {
      const value = evaluate(run);
      if (earlier !== undefined && isContainer(value)) return callOperator(earlier, value, run);
    }
    return call(run);
  };
}

function evaluateMap(members: readonly CompiledMember[], run: Run): Value {
  const map = new Map<string, Value>();
  for (const { key, evaluate, call } of members) {
    const value = evaluate(run);
    if (call !== undefined && isContainer(value)) return callOperator(call, value, run);
    map.set(key, value);
  }
  return map;
}

/**
 * Calls an operator with computed arguments. A parameter can supply very many, so each counts as work. The trace enters
 * the call after its arguments, so calls in the arguments are siblings of this call in the trace.
 */
function callOperator(call: StaticCall, container: ValueList | ValueMap, run: Run): Value {
  const { operator } = call;
  run.charge(sizeOf(container) * COSTS.argument);
  run.surcharge(sizeOf(container) * SURCHARGES.argument);
  return run.tracer === null
    ? operator.call(argumentsOf(operator, container), run, container)
    : traceCall(call, run, () => container);
}

function evaluateAll(members: readonly Evaluate[]): (run: Run) => ValueList {
  return (run) => members.map((evaluate) => evaluate(run));
}

function toEvaluate(compiled: Compiled): Evaluate {
  if (!compiled.isConstant) return compiled.evaluate;
  const { value } = compiled;
  return () => value;
}

function traceCall(
  { operator, expression }: StaticCall,
  run: Run,
  evaluate: (run: Run) => ValueList | ValueMap,
): Value {
  run.tracer?.enter(operator.name, expression);
  let args: ValueList | null = null;
  try {
    const given = evaluate(run);
    args = argumentsOf(operator, given);
    const value = operator.call(args, run, given);
    run.tracer?.leave(args, value);
    return value;
  } catch (error) {
    run.tracer?.fail(args, messageOf(error));
    throw error;
  }
}
