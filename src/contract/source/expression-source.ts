import { quoted } from "../../codec/readable-json.js";
import { isList, isMap, type Value, type ValueList, type ValueMap } from "../../codec/value.js";
import type { CodeKind } from "../../records/code-layout.js";
import {
  UNLIMITED,
  arityOf,
  type ArgumentType,
  type OperatorSpec,
} from "../../records/operators/operator.js";
import { isKnownIn, OPERATORS } from "../../records/operators/table.js";
import {
  ACCEPTED,
  asType,
  EXECUTIONS,
  IMPLICIT,
  fitsLiteral,
  isNumberText,
  isObjectLiteral,
  memberAccess,
  memberName,
  scalarToText,
  shapeOfLiteral,
} from "./literals.js";
import { SIGNER_PARAMETERS } from "../compile.js";
import { METHODS } from "../expression.js";
import type { Shape } from "../shapes.js";
import { hasDefault, isLiteralKey, stateId, type DeclaredState } from "./declared-state.js";
import type { DeclaredParameter } from "./declared-parameters.js";
import { group, member, type Fragment } from "./fragment.js";

/** A value as TypeScript, and what the builder's types say of it. */
interface Written {
  readonly fragment: Fragment;
  readonly shapes: readonly Shape[];
  /** The value when it is a literal, which has no methods. */
  readonly literal?: Value;
}

const PRECISE = /^precise_(\w+)$/;
const MAX_SCALE = 10n;
const METHOD_NAMES: ReadonlySet<string> = new Set(METHODS);

interface SourceContext {
  readonly kind: CodeKind;
  readonly parameters: ReadonlyMap<string, DeclaredParameter>;
  readonly state: ReadonlyMap<string, DeclaredState>;
}

export class ExpressionSource {
  readonly imports = new Set<string>();
  readonly used = new Set<DeclaredState>();
  usesParameters = false;
  readonly #context: SourceContext;

  constructor(context: SourceContext) {
    this.#context = context;
  }

  /** An execution: a condition, a write, a response, or any other expression. */
  execution(value: Value): Fragment {
    const written = this.#write(value);
    if (written.literal !== undefined) return this.#call("raw", [written.fragment]);
    const { kind } = this.#context;
    return written.shapes.every((shape) => EXECUTIONS[kind].includes(shape))
      ? written.fragment
      : this.#as(written, "any");
  }

  condition(holds: Value, message: string): Fragment {
    return this.#require([holds, message]).fragment;
  }

  response(value: Value): Fragment {
    return this.#call("respond", [this.operand(value)]);
  }

  /** An expression where the builder takes any operand. */
  operand(value: Value): Fragment {
    return this.#write(value).fragment;
  }

  #write(value: Value): Written {
    if (typeof value === "number")
      return {
        fragment: this.#call("float", [[Object.is(value, -0) ? "-0" : String(value)]]),
        shapes: ["double"],
      };
    if (isMap(value)) return this.#map(value);
    if (isList(value)) {
      const items = value.map((member) => this.operand(member));
      return { fragment: [group("[", items, "]")], shapes: ["container"], literal: value };
    }
    return { fragment: [scalarToText(value)], shapes: [shapeOfLiteral(value)], literal: value };
  }

  #map(map: ValueMap): Written {
    const [[name, args] = ["", null], ...others] = map;
    if (others.length === 0 && name.startsWith("$") && isList(args)) {
      const operator = name.slice(1);
      const spec = OPERATORS.get(operator);
      if (spec !== undefined && isKnownIn(this.#context.kind, spec)) {
        const [min, max] = arityOf(spec);
        const most = max === UNLIMITED ? Infinity : max;
        if (args.length >= min && args.length <= most)
          return this.#operator(operator, spec, args) ?? this.#data(map);
      }
    }
    return this.#data(map);
  }

  /** A map that is data, not a call of an operator. */
  #data(map: ValueMap): Written {
    if (isObjectLiteral(map)) {
      const items = [...map].map(([name, value]) => member(memberName(name), this.operand(value)));
      return { fragment: [group("{", items, "}")], shapes: ["container"], literal: map };
    }
    const pairs = [...map].map(([name, member]): Fragment => [
      group("[", [[quoted(name)], this.operand(member)], "]"),
    ]);
    return {
      fragment: this.#call("raw", [["new Map<string, unknown>(", group("[", pairs, "]"), ")"]]),
      shapes: ["any"],
    };
  }

  /** Null when the builder refuses the call, so that it must stand as data. */
  #operator(operator: string, spec: OperatorSpec, args: ValueList): Written | null {
    switch (operator) {
      case "load_param":
        return this.#parameter(args, spec);
      case "read_universal":
      case "read_local":
        return this.#read(operator, spec, args);
      case "write_universal":
      case "write_local":
        return this.#stateWrite(operator, spec, args);
      case "condition":
        return args.length === 2 && typeof args[1] === "string"
          ? this.#require(args as readonly [Value, string])
          : this.#plainCall(operator, spec, args);
      case "response":
        return { fragment: this.#call("respond", [this.operand(args[0] ?? null)]), shapes: ["check"] };
      case "if":
        return this.#when(args);
      default:
        return this.#method(operator, spec, args) ?? this.#plainCall(operator, spec, args);
    }
  }

  #parameter(args: ValueList, spec: OperatorSpec): Written | null {
    const [name] = args;
    const isRequest = this.#context.kind === "request";
    const isAlone = args.length === 1 && typeof name === "string";
    const declared = isAlone ? this.#context.parameters.get(name) : undefined;
    const implicit = isAlone && (!isRequest || name === "version") ? IMPLICIT.get(name) : undefined;
    if (declared === undefined && implicit !== undefined) {
      this.imports.add(implicit[0]);
      return { fragment: [implicit[0]], shapes: [implicit[1]] };
    }
    if (declared === undefined)
      return isRequest && SIGNER_PARAMETERS.has(name) ? null : this.#plainCall("load_param", spec, args);
    this.usesParameters = true;
    const { members, type } = declared;
    const mayBeNull = members !== null && members.optional && members.default === null;
    return { fragment: [memberAccess("param", declared.name)], shapes: mayBeNull ? [type, "null"] : [type] };
  }

  #read(operator: string, spec: OperatorSpec, args: ValueList): Written {
    const state = this.#stateOf(operator.slice("read_".length), args[0]);
    if (state === undefined || !hasDefault(state, args[2])) return this.#plainCall(operator, spec, args);
    const shapes: readonly Shape[] = state.default === undefined ? [state.value, "null"] : [state.value];
    return { fragment: this.#cell(state, args[1] ?? null), shapes };
  }

  #stateWrite(operator: string, spec: OperatorSpec, args: ValueList): Written {
    const state = this.#stateOf(operator.slice("write_".length), args[0]);
    if (state === undefined) return this.#plainCall(operator, spec, args);
    const value = this.#fitting(args[2] ?? null, state.value);
    return {
      fragment: [...this.#cell(state, args[1] ?? null), ".set", group("(", [value], ")")],
      shapes: ["write"],
    };
  }

  #stateOf(kind: string, attribute: Value | undefined): DeclaredState | undefined {
    return typeof attribute === "string" ? this.#context.state.get(stateId(kind, attribute)) : undefined;
  }

  #cell(state: DeclaredState, key: Value): Fragment {
    this.used.add(state);
    if (state.isSingle) return [state.name];
    const argument = isLiteralKey(key) ? this.operand(key) : this.#argument(key, "key");
    return [`${state.name}.of`, group("(", [argument], ")")];
  }

  #fitting(value: Value, type: DeclaredState["value"]): Fragment {
    const written = this.#write(value);
    if (value === null) return written.fragment;
    if (written.literal === undefined) {
      const isFitting = type === "any" ? ACCEPTED.any : [type];
      return written.shapes.every((shape) => isFitting.includes(shape))
        ? written.fragment
        : this.#as(written, type);
    }
    const fits =
      type === "decimal" ? typeof value === "string" && isNumberText(value) : fitsLiteral(value, type);
    return fits ? written.fragment : this.#as(written, type);
  }

  #require([holds, message]: readonly [Value, string]): Written {
    const args = [this.#argument(holds, "boolean"), [quoted(message)]];
    return { fragment: this.#call("require", args), shapes: ["check"] };
  }

  #when([holds = null, then = null, otherwise = null]: ValueList): Written {
    const branches = [this.#write(then), this.#write(otherwise)];
    const args = [this.#argument(holds, "boolean"), ...branches.map(({ fragment }) => fragment)];
    return { fragment: this.#call("when", args), shapes: branches.flatMap(({ shapes }) => shapes) };
  }

  /** Null when the first argument is a literal, or the operator is not a method. */
  #method(operator: string, spec: OperatorSpec, [first = null, ...others]: ValueList): Written | null {
    if (!METHOD_NAMES.has(operator)) return null;
    const type = spec.parameters[0]?.type ?? "any";
    const written = this.#write(first);
    if (written.literal !== undefined) return null;
    const receiver = this.#accepts(written, type) ? written.fragment : this.#as(written, asType(type));
    const shapes = [spec.result];
    const [, plain] = PRECISE.exec(operator) ?? [];
    const [other = null, scale] = others;
    if (plain !== undefined && typeof scale === "bigint" && scale >= 0n && scale <= MAX_SCALE) {
      const options: Fragment = [group("{", [[`scale: ${scale}`]], "}")];
      return {
        fragment: [...receiver, `.${plain}`, group("(", [this.#argument(other, "number"), options], ")")],
        shapes,
      };
    }
    const args = others.map((argument, index) => this.#argument(argument, typeAt(spec, index + 1)));
    return { fragment: [...receiver, `.${operator}`, group("(", args, ")")], shapes };
  }

  #plainCall(operator: string, spec: OperatorSpec, args: ValueList): Written {
    this.imports.add("op");
    const items = args.map((argument, index) => this.#argument(argument, typeAt(spec, index)));
    return { fragment: [`op.${operator}`, group("(", items, ")")], shapes: [spec.result] };
  }

  #argument(value: Value, type: ArgumentType): Fragment {
    const written = this.#write(value);
    return this.#accepts(written, type) ? written.fragment : this.#as(written, asType(type));
  }

  #accepts({ literal, shapes }: Written, type: ArgumentType): boolean {
    if (literal !== undefined) return fitsLiteral(literal, type);
    return shapes.every((shape) => ACCEPTED[type].includes(shape));
  }

  /** `….as(type)`, where the table says less than the author knew. */
  #as({ fragment, literal }: Written, type: string): Fragment {
    this.imports.add(type);
    const receiver = literal === undefined ? fragment : this.#call("raw", [fragment]);
    return [...receiver, ".as", group("(", [[type]], ")")];
  }

  #call(name: string, args: readonly Fragment[]): Fragment {
    this.imports.add(name);
    return [name, group("(", args, ")")];
  }
}

function typeAt({ parameters, rest }: OperatorSpec, index: number): ArgumentType {
  return (parameters[index] ?? rest)?.type ?? "any";
}
