import "../../support/frozen-prototypes.js";
import { itAgreesWithRecording } from "../../support/machine-vectors.js";

describe("Parameters and state (operators.json)", () => {
  itAgreesWithRecording("load_param", "read_universal", "read_local", "write_universal", "write_local");
});
