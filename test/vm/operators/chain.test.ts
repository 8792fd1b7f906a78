import { describeMachine } from "../../support/describe-machine.js";
import { itAgreesWithRecording } from "../../support/machine-vectors.js";

describeMachine("What requests ask the chain (operators.json)", () => {
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
