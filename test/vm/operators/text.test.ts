import { describeMachine } from "../../support/describe-machine.js";
import { itAgreesWithRecording } from "../../support/machine-vectors.js";

describeMachine("Text and containers (operators.json; PROTOCOL 7.29, 7.30)", () => {
  itAgreesWithRecording("concat", "count", "strlen", "reg_match", "encode_json", "decode_json");
});
