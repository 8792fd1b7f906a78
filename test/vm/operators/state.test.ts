import { describeMachine } from "../../support/describe-machine.js";
import { itAgreesWithRecording } from "../../support/machine-vectors.js";

describeMachine("Parameters and state (operators.json; PROTOCOL 2.5, 2.6, 7.32, 7.33, 7.34)", () => {
  itAgreesWithRecording("load_param", "read_universal", "read_local", "write_universal", "write_local");
});
