import { describeMachine } from "../../support/describe-machine.js";
import { itAgreesWithRecording } from "../../support/machine-vectors.js";

describeMachine("Comparison (operators.json; PROTOCOL 7.20, 7.21)", () => {
  itAgreesWithRecording("eq", "ne", "gt", "gte", "lt", "lte");
});
