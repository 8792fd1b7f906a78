import { StoppedNode } from "../../src/api/stopped-node.js";
import { VirtualClock } from "../../src/base/clock/virtual-clock.js";
import { useTemporaryDirectory } from "../cli/binary.js";
import { useRecordedData } from "../commands/data/recorded-data.js";
import { expectRejection } from "../support/expect-rejection.js";
import { AFTER_THE_RECORDING_US } from "../support/recorded-chain.js";

describe("The node of a data directory while it does not run", () => {
  const directory = useTemporaryDirectory();
  const copyTo = useRecordedData();

  it("refuses to register a host and to prove its identity", async () => {
    const node = await StoppedNode.open(copyTo(directory()), new VirtualClock(AFTER_THE_RECORDING_US));
    for (const query of [
      { register: true, host: "one.example.org:9900", authentication: false },
      { register: false, authentication: true },
    ]) {
      await expectRejection(node.peer(query), "NODE_NOT_RUNNING", "unreachable");
    }
    await node.close();
  });
});
