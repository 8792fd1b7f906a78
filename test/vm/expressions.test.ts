import { describeMachine } from "../support/describe-machine.js";
import { itAgreesWithRecording } from "../support/machine-vectors.js";

describeMachine("Expressions that are no single known call (operators.json)", () => {
  itAgreesWithRecording("*raw*", "Add", "ADD", "__construct", "process", "loadMethod", "", "$add");
});
