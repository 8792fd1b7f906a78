import "../support/frozen-prototypes.js";
import { itAgreesWithRecording } from "../support/machine-vectors.js";

describe("Expressions that are no single known call (operators.json)", () => {
  itAgreesWithRecording("*raw*", "Add", "ADD", "__construct", "process", "loadMethod", "", "$add");
});
