import "../../support/frozen-prototypes.js";
import { itAgreesWithRecording } from "../../support/machine-vectors.js";

describe("What decides (operators.json)", () => {
  itAgreesWithRecording("condition", "response", "weight", "if", "and", "or", "get", "in");
});
