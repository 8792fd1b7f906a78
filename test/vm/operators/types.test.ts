import { describeMachine } from "../../support/describe-machine.js";
import { itAgreesWithRecording } from "../../support/machine-vectors.js";

describeMachine("Types (operators.json; PROTOCOL 7.28)", () => {
  itAgreesWithRecording(
    "get_type",
    "is_numeric",
    "is_int",
    "is_string",
    "is_null",
    "is_bool",
    "is_array",
    "is_double",
  );
});
