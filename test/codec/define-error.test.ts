import { expect } from "chai";
import { inspect } from "node:util";
import { ChainError } from "../../src/codec/chain-error.js";
import { defineError } from "../../src/codec/define-error.js";

const lost = defineError("LOST", "not-found", {
  text: "No {thing} at {place}.",
  advice: 'Search {place}, or write {"a": 1}.',
  details: ["place", "seconds?"],
});

describe("errors of the catalogue", () => {
  it("fill the text and the advice with the parameters, and show the details", () => {
    const error = lost({ thing: "key {place}", place: "home", seconds: 3 });
    expect(error).to.be.instanceOf(ChainError).and.include({ code: "LOST", kind: "not-found" });
    expect(error.message).to.equal("No key {place} at home.");
    expect(error.advice).to.equal('Search home, or write {"a": 1}.');
    expect(error.details).to.deep.equal({ place: "home", seconds: 3 });
  });

  it("are errors to another copy of the package, and print nothing for it", async () => {
    const { ChainError: Other } = await import("chainnode/client");
    expect(Other).not.to.equal(ChainError);
    expect(new Other("LOST", "Lost.")).to.be.instanceOf(ChainError);
    expect(new ChainError("LOST", "Lost.")).to.be.instanceOf(Other);
    expect(new Error("Lost.")).not.to.be.instanceOf(ChainError);
    expect(inspect(new ChainError("LOST", "Lost."))).not.to.include("Symbol");
  });

  it("leave out optional details, and put the nearest name before the advice", () => {
    const error = lost(
      { thing: "key", place: "home" },
      { nearest: "hone", cause: "x", details: { more: 1 } },
    );
    expect(error.details).to.deep.equal({ place: "home", more: 1 });
    expect(error.advice).to.equal('Did you mean hone? Search home, or write {"a": 1}.');
    expect(error.cause).to.equal("x");
  });

  it("are refused by the compiler without their parameters", () => {
    // @ts-expect-error The place is missing.
    expect(() => lost({ thing: "key" })).not.to.throw();
    // @ts-expect-error Nothing is called `other`.
    expect(() => lost({ thing: "key", place: "home", other: 1 })).not.to.throw();
    expect(defineError("PLAIN", "refused", { text: "No." })()).to.include({
      kind: "refused",
      message: "No.",
    });
  });

  it("keep code, text and kind when context is added", () => {
    const error = lost({ thing: "key", place: "home" });
    const placed = error.with({ details: { height: 5 } });
    expect(placed).to.include({ code: "LOST", kind: "not-found", message: error.message, cause: error });
    expect(placed.details).to.deep.equal({ height: 5, place: "home" });
    expect(placed.advice).to.equal(error.advice);
    expect(error.with({ advice: "Stop." }).advice).to.equal("Stop.");
  });
});
