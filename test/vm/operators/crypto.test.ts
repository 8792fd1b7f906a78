import "../../support/frozen-prototypes.js";
import { itAgreesWithRecording } from "../../support/machine-vectors.js";

describe("Hashes and signatures (operators.json)", () => {
  itAgreesWithRecording("hash", "short_hash", "id_hash", "sign_verify");
});
