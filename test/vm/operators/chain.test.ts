import { describeMachine } from "../../support/describe-machine.js";
import { itAgreesWithRecording } from "../../support/machine-vectors.js";

describeMachine("Chain operators of requests (operators.json; PROTOCOL 7.35, 7.36, 7.37, 7.38, 7.39)", () => {
  itAgreesWithRecording(
    "get_block",
    "list_block",
    "block_count",
    "get_transaction",
    "list_transaction",
    "transaction_count",
    "get_code",
    "list_code",
    "code_count",
    "list_universal",
    "get_resource_block",
    "list_resource_block",
    "resource_block_count",
    "get_blocks",
    "get_resource_blocks",
  );
});
