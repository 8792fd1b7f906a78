import { describeMachine } from "../../support/describe-machine.js";
import { itAgreesWithRecording } from "../../support/machine-vectors.js";

describeMachine("Conditions, responses and branches (operators.json; PROTOCOL 7.3, 7.22, 7.23, 7.24)", () => {
  itAgreesWithRecording("condition", "response", "weight", "if", "and", "or", "get", "in");
});
