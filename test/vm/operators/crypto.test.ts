import { describeMachine } from "../../support/describe-machine.js";
import { itAgreesWithRecording } from "../../support/machine-vectors.js";

describeMachine("Hashes and signatures (operators.json; PROTOCOL 7.31)", () => {
  itAgreesWithRecording("hash", "short_hash", "id_hash", "sign_verify");
});
