import "../../support/frozen-prototypes.js";
import { itAgreesWithRecording } from "../../support/machine-vectors.js";

describe("Text and containers (operators.json)", () => {
  itAgreesWithRecording("concat", "count", "strlen", "reg_match", "encode_json", "decode_json");
});
