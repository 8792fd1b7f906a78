import { expect } from "chai";
import {
  address,
  boolean,
  contract,
  decimal,
  from,
  type integer,
  key,
  literal,
  op,
  request,
  require,
  respond,
  text,
  universal,
  type ParameterValues,
} from "../../src/contract/index.js";

/*
 * Code that must not compile. The compiler refuses an error mark on a line without an error, so the build fails when one
 * of these lines begins to compile. The functions are never called.
 */

const points = universal("points", { key: address, value: decimal, default: "0" });
const owners = universal("owner", { key, value: address });
const closed = universal("closed", { value: boolean, default: false });
const memo = literal("a memo").as(text);
const count = literal(1);

const REFUSED: Readonly<Record<string, () => unknown>> = {
  "an operand that is not a number": () => [
    // @ts-expect-error text is not a number
    points.of(from).add(memo),
    // @ts-expect-error a word is not a number
    op.mul("five"),
    // @ts-expect-error a boolean is not a number
    literal("1").gt(true),
  ],
  "an invalid key": () => [
    // @ts-expect-error an amount is not an address
    points.of(points.of(from)),
    // @ts-expect-error a text is not a key
    owners.of(memo),
    // @ts-expect-error a number is not a key
    points.of(5),
  ],
  "a value that its cell does not hold": () => [
    // @ts-expect-error a text is not an amount
    points.of(from).set(memo),
    // @ts-expect-error a boolean is not an amount
    points.of(from).set(true),
    // @ts-expect-error a word is not an amount
    points.of(from).set("five"),
    // @ts-expect-error an amount is not an address
    owners.of("ab").set(points.of(from)),
    // @ts-expect-error a text is not a boolean
    closed.set("true"),
    // @ts-expect-error the default is not an amount
    universal("bad", { key: address, value: decimal, default: true }),
  ],
  "a nullable value where null is not allowed": () => [
    // @ts-expect-error the cell has no default
    universal("bare", { key: address, value: decimal }).of(from).add("1"),
    contract({ name: "N", parameters: { n: { type: decimal, optional: true } } }, ({ n }) => [
      // @ts-expect-error the parameter is optional and has no default
      require(n.gt("0"), ""),
    ]),
  ],
  "a method of another type": () => [
    // @ts-expect-error an address has no sum
    from.add("1"),
    // @ts-expect-error an amount is not a boolean
    points.of(from).and(true),
    // @ts-expect-error a number has no length
    count.strlen(),
  ],
  "a condition that is not a boolean": () => [
    // @ts-expect-error an amount is not a boolean
    require(points.of(from), "No. "),
    // @ts-expect-error the message is missing
    require(true),
  ],
  "too many or too few arguments": () => [
    // @ts-expect-error $if takes three
    op.if(true, "1"),
    // @ts-expect-error $strlen takes one
    op.strlen("a", "b"),
    // @ts-expect-error a scale is from 0 to 10
    literal("1").div("3", { scale: 11 }),
    // @ts-expect-error no such operator
    op.power("2", "3"),
  ],
  "an invalid execution": () => [
    // @ts-expect-error a read does nothing by itself
    contract({ name: "N" }, () => [points.of(from)]),
    // @ts-expect-error a request does not write
    request({ name: "N" }, () => [points.of("00").set("1")]),
  ],
  "a parameter that is not declared, or whose declaration lacks its maximum": () => [
    // @ts-expect-error no such parameter
    contract({ name: "N", parameters: { to: address } }, ({ of }) => [require(from.eq(of), "")]),
    // @ts-expect-error no parameter at all
    contract({ name: "N" }, ({ of }) => [require(from.eq(of), "")]),
    // @ts-expect-error a text has no maximum of its own
    contract({ name: "N", parameters: { memo: text } }, () => []),
  ],
};

describe("The types of a contract", () => {
  for (const title of Object.keys(REFUSED))
    it(`refuse ${title}`, () => expect(REFUSED[title]).to.be.a("function"));

  it("let an address be a key and a text, and an amount be a text", () => {
    const built = [owners.of(from), from.strlen(), points.of(from).concat("!"), count.add("1")].length;
    expect(built).to.equal(4);
  });

  it("give the values of a call", () => {
    const values: ParameterValues<{
      to: typeof address;
      amount: typeof decimal;
      times: { type: typeof integer; optional: true };
    }> = { to: "ab", amount: "1" };
    expect(values).to.not.have.property("times");
    // @ts-expect-error the amount is missing
    const missing: ParameterValues<{ amount: typeof decimal }> = {};
    expect(missing).to.deep.equal({});
    expect(respond(values.to).toValue()).to.deep.equal(new Map([["$response", ["ab"]]]));
  });
});
