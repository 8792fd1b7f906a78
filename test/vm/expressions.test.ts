import { describeMachine } from "../support/describe-machine.js";
import { itAgreesWithRecording } from "../support/machine-vectors.js";

describeMachine("Expressions that are not a single known call (operators.json; PROTOCOL 7.1, 7.2)", () => {
  itAgreesWithRecording("*raw*", "Add", "ADD", "__construct", "process", "loadMethod", "", "$add");
});
