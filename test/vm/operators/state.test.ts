import { describeMachine } from "../../support/describe-machine.js";
import { itAgreesWithRecording } from "../../support/machine-vectors.js";

describeMachine("Parameters and state (operators.json)", () => {
  itAgreesWithRecording("load_param", "read_universal", "read_local", "write_universal", "write_local");
});
