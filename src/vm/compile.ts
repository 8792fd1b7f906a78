import { messageOf } from "../codec/chain-error.js";
import { isContainer, isList, sizeOf, type Value, type ValueList, type ValueMap } from "../codec/value.js";
import { argumentsOf, type Operator } from "./operator.js";
import type { Run } from "./run.js";
import { COSTS } from "./work.js";

/** An expression made ready to run: no JSON is walked any more. */
export type Evaluate = (run: Run) => Value;

/** Operators by name, without the `$`. */
export type OperatorTable = ReadonlyMap<string, Operator>;

/** What an expression compiles to: parts without a call are the constants they are written as. */
type Compiled =
  | { readonly isConstant: true; readonly value: Value }
  | { readonly isConstant: false; readonly evaluate: Evaluate };

interface CompiledMember {
  readonly key: string;
  readonly evaluate: Evaluate;
  /** The operator that the key names, if any. */
  readonly operator: Operator | undefined;
}

/** Compiles an expression (PROTOCOL 7). Recurses as deep as JSON nests, 512 levels, and so do the closures it makes. */
export function compileExpression(expression: Value, operators: OperatorTable): Evaluate {
  return toEvaluate(compile(expression, operators));
}

/** The operator that a key of a map names. Case matters. */
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
 * A map's members are evaluated in order. The first one that calls an operator becomes the value of the whole map, and
 * those behind it are not looked at.
 */
function compileMap(map: ValueMap, operators: OperatorTable): Compiled {
  const members: CompiledMember[] = [];
  let isConstant = true;
  for (const [key, member] of map) {
    const operator = operatorOf(key, operators);
    const compiled = compile(member, operators);
    if (operator !== undefined && isAlwaysContainer(member, compiled)) {
      const call = compileCall(operator, compiled);
      return { isConstant: false, evaluate: members.length === 0 ? call : afterMembers(members, call) };
    }
    isConstant &&= compiled.isConstant;
    members.push({
      key,
      evaluate: toEvaluate(compiled),
      operator: compiled.isConstant ? undefined : operator,
    });
  }
  return isConstant
    ? { isConstant, value: map }
    : { isConstant, evaluate: (run) => evaluateMap(members, run) };
}

/** Whether a call's arguments are a list or map whatever happens: a constant one, or a list with calls in it. */
function isAlwaysContainer(argument: Value, compiled: Compiled): boolean {
  return compiled.isConstant ? isContainer(compiled.value) : isList(argument);
}

function compileCall(operator: Operator, args: Compiled): Evaluate {
  if (args.isConstant) {
    const given = isContainer(args.value) ? args.value : [];
    const constant = argumentsOf(operator, given);
    return (run) =>
      run.tracer === null ? operator.call(constant, run, given) : traceCall(operator, run, () => given);
  }
  // Only a list is known to be the arguments before it is evaluated.
  const evaluate = args.evaluate as (run: Run) => ValueList;
  return (run) => {
    if (run.tracer !== null) return traceCall(operator, run, evaluate);
    const given = evaluate(run);
    return operator.call(given, run, given);
  };
}

/** The members before a call are evaluated for what they do, and their values are dropped. */
function afterMembers(members: readonly CompiledMember[], call: Evaluate): Evaluate {
  return (run) => {
    for (const { evaluate, operator } of members) {
      const value = evaluate(run);
      if (operator !== undefined && isContainer(value)) return callOperator(operator, value, run);
    }
    return call(run);
  };
}

function evaluateMap(members: readonly CompiledMember[], run: Run): Value {
  const map = new Map<string, Value>();
  for (const { key, evaluate, operator } of members) {
    const value = evaluate(run);
    if (operator !== undefined && isContainer(value)) return callOperator(operator, value, run);
    map.set(key, value);
  }
  return map;
}

/**
 * A call whose arguments were computed: they may be as many as a parameter holds, so they are counted. Its tracing starts
 * late, so the calls in its arguments stand beside it.
 */
function callOperator(operator: Operator, container: ValueList | ValueMap, run: Run): Value {
  run.charge(sizeOf(container) * COSTS.argument);
  return run.tracer === null
    ? operator.call(argumentsOf(operator, container), run, container)
    : traceCall(operator, run, () => container);
}

function evaluateAll(members: readonly Evaluate[]): (run: Run) => ValueList {
  return (run) => members.map((evaluate) => evaluate(run));
}

function toEvaluate(compiled: Compiled): Evaluate {
  if (!compiled.isConstant) return compiled.evaluate;
  const { value } = compiled;
  return () => value;
}

function traceCall(operator: Operator, run: Run, evaluate: (run: Run) => ValueList | ValueMap): Value {
  run.tracer?.enter(operator.name);
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
