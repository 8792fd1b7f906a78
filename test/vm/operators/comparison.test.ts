import { describeMachine } from "../../support/describe-machine.js";
import { itAgreesWithRecording } from "../../support/machine-vectors.js";

describeMachine("Comparison (operators.json)", () => {
  itAgreesWithRecording("eq", "ne", "gt", "gte", "lt", "lte");
});
