import "../../support/frozen-prototypes.js";
import { itAgreesWithRecording } from "../../support/machine-vectors.js";

describe("Decimal arithmetic (operators.json)", () => {
  itAgreesWithRecording(
    "add",
    "sub",
    "mul",
    "div",
    "precise_add",
    "precise_sub",
    "precise_mul",
    "precise_div",
    "scale",
  );
});
