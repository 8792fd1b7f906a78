import { AssertionError } from "node:assert";
import { expect } from "chai";
import {
  address,
  contract,
  debug,
  decimal,
  from,
  op,
  request,
  require,
  respond,
  universal,
} from "../../src/contract/index.js";
import { ChainError } from "../../src/codec/chain-error.js";
import {
  assertChanges,
  assertProperties,
  assertRefused,
  sandbox,
  type TestChain,
} from "../../src/testing/index.js";

const points = universal("points", { key: address, value: decimal, default: "10" });

const Give = contract(
  { space: "club", name: "Give", parameters: { to: address, amount: decimal } },
  ({ to, amount }) => {
    const price = debug("price", amount.mul("2"));
    return [
      require(points.of(from).gte(price), "Too few. "),
      points.of(from).set(debug("left", points.of(from).sub(price))),
      points.of(to).set(debug("to\u001b[2J", points.of(to)).add(amount)),
    ];
  },
);
const Plain = contract({ space: "club", name: "Plain" }, () => [points.of(from).set("1")]);
const Left = request({ space: "club", name: "Left", parameters: { of: address } }, ({ of }) => [
  require(debug("has", points.of(of)).ne("0"), "Nothing is left. "),
  respond(op.add(debug("again", points.of(of)), "1")),
]);

describe("debug() in tests of contracts", () => {
  let chain: TestChain;
  let bob: string;

  before(async () => {
    chain = await sandbox();
    bob = chain.accounts[1]?.address ?? "";
    await chain.publish(Give, Plain, Left);
  });
  after(() => chain.close());

  it("is in the outcome: each label and value once, in the order of the evaluation", async () => {
    const { debugged } = await chain.send(Give, { to: bob, amount: "2" });
    expect(debugged).to.deep.equal([
      { label: "price", value: "4" },
      { label: "left", value: "6" },
      { label: "to\u001b[2J", value: "10" },
    ]);
    expect(await chain.send(Plain))
      .to.have.property("debugged")
      .that.is.an("array")
      .with.length(0);
  });

  it("is in a refusal, with the values up to the condition, and safe for terminals", async () => {
    const call = { to: bob, amount: "90" };
    const sent = await assertRefused(chain.send(Give, call), "Too few.");
    expect(sent.details).to.have.property("debugged", 'price = "180"');
    const tried = await assertRefused(chain.call(Give, call), "Too few.");
    expect(tried.details).to.have.property("debugged", 'price = "180"');
    expect(chain.debugged).to.deep.equal([{ label: "price", value: "180" }]);
    const invalid = await assertRefused(chain.send(Give, { to: bob, amount: "9".repeat(50) }));
    expect(invalid.details).not.to.have.property("debugged");
  });

  it("tells the values of requests, and those of calls that are only tried", async () => {
    await chain.call(Left, { of: bob });
    expect(chain.debugged.map(({ label }) => label)).to.deep.equal(["has", "again"]);
    await chain.call(Give, { to: bob, amount: "1" }, { from: bob });
    expect(chain.debugged[0]).to.deep.equal({ label: "price", value: "2" });
  });

  it("is in the message of an assertion about changes", async () => {
    const failed = await assertChanges(chain.send(Give, { to: bob, amount: "1" }, { from: bob }), []).catch(
      (error: unknown) => error,
    );
    expect(failed).to.be.instanceOf(AssertionError);
    expect((failed as Error).message)
      .to.include("\ndebug price = '2'")
      .and.not.include("\u001b");
  });

  it("is below each call of what a property finds", async () => {
    const Broken = contract(
      { space: "club", name: "Broken", parameters: { amount: decimal } },
      ({ amount }) => [points.of(from).set(debug("to\u001b[2J", points.of(from).add(amount)))],
    );
    const failed = await assertProperties([Broken], { runs: 50, seed: 7 }).catch((error: unknown) => error);
    expect((failed as Error).message).to.match(/calls Broken .*: accepted\n {4}to\\u001b\[2J = "/);
    expect(failed).not.to.be.instanceOf(ChainError);
  });
});
