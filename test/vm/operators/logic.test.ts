import { describeMachine } from "../../support/describe-machine.js";
import { itAgreesWithRecording } from "../../support/machine-vectors.js";

describeMachine("What decides (operators.json)", () => {
  itAgreesWithRecording("condition", "response", "weight", "if", "and", "or", "get", "in");
});
