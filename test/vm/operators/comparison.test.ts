import "../../support/frozen-prototypes.js";
import { itAgreesWithRecording } from "../../support/machine-vectors.js";

describe("Comparison (operators.json)", () => {
  itAgreesWithRecording("eq", "ne", "gt", "gte", "lt", "lte");
});
