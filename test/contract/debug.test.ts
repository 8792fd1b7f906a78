import { expect } from "chai";
import { ChainError } from "../../src/codec/chain-error.js";
import {
  address,
  contract,
  debug,
  decimal,
  from,
  literal,
  request,
  require,
  respond,
  universal,
  when,
  type Code,
  type Expression,
} from "../../src/contract/index.js";

const points = universal("points", { key: address, value: decimal, default: "0" });

/** Leaves an expression as it is, in place of `debug`. */
function asItIs<E>(_: string, expression: E): E {
  return expression;
}

function give(format: "classic" | "method", show: typeof debug): Code {
  const parameters = { to: address, amount: decimal };
  return contract({ name: "Give", format, parameters }, ({ to, amount }) => {
    const price = show("price", amount.mul("2"));
    return [
      show("check", require(show("enough", show("has", points.of(from)).gte(price)), "Too few. ")),
      points.of(show("sender", from)).set(points.of(from).sub(price)),
      show(
        "write",
        points.of(to).set(show("after", when(price.gt("1"), show("to", to), amount)).as(decimal)),
      ),
    ];
  });
}

function get(format: "classic" | "method", show: typeof debug): Code {
  return request({ name: "Get", format, parameters: { of: address } }, ({ of }) => [
    show("answer", respond({ points: show("points", points.of(of)) })),
  ]);
}

describe("debug() of the contract builder", () => {
  it("compiles to nothing: the JSON is the same without it, in both formats", () => {
    for (const format of ["classic", "method"] as const) {
      for (const build of [give, get])
        expect(build(format, debug).toJson()).to.equal(build(format, asItIs).toJson());
    }
  });

  it("notes its labels at the very parts of the code in the source map", () => {
    const labels = [...give("method", debug).places].flatMap(([path, place]) =>
      place.labels === undefined ? [] : [[path, ...place.labels]],
    );
    expect(labels).to.deep.equal([
      ["$.e[0].$condition", "check"],
      ["$.e[0].$condition[0].$gte", "enough"],
      ["$.e[0].$condition[0].$gte[0].$read_universal", "has"],
      ["$.e[0].$condition[0].$gte[1].$mul", "price"],
      ["$.e[1].$write_universal[1].$load_param", "sender"],
      ["$.e[1].$write_universal[2].$sub[1].$mul", "price"],
      ["$.e[2].$write_universal", "write"],
      ["$.e[2].$write_universal[2].$if", "after"],
      ["$.e[2].$write_universal[2].$if[0].$gt[0].$mul", "price"],
      ["$.e[2].$write_universal[2].$if[1].$load_param", "to"],
    ]);
    const twice = contract({ name: "Twice" }, () => [
      require(debug("outer", debug("inner", from.eq("a"))), "No. "),
    ]);
    expect(twice.places.get("$.e[0].$condition[0].$eq")?.labels).to.deep.equal(["inner", "outer"]);
  });

  it("refuses a literal, which the chain does not evaluate", () => {
    const refused = (build: () => unknown): string => {
      try {
        build();
        return "built";
      } catch (error) {
        return error instanceof ChainError ? error.code : String(error);
      }
    };
    expect(refused(() => debug("one", literal("1")))).to.equal("CONTRACT_OPERAND");
    expect(refused(() => debug("text", "5" as unknown as Expression<"text">))).to.equal("CONTRACT_OPERAND");
  });
});
