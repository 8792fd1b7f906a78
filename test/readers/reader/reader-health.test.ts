import { expect } from "chai";
import { ReaderHealth } from "../../../src/readers/reader/reader-health.js";
import { START_US } from "../../support/dev-node.js";

describe("The health of a reader", () => {
  const healthy = { databaseFailure: null, lag: { blocks: 0, seconds: 0 }, partedSeconds: 0 };

  it("fails once its certificate has expired, and not before", () => {
    const health = new ReaderHealth(
      () => healthy,
      10,
      () => START_US,
    );
    const failing = (): readonly string[] =>
      health
        .readiness()
        .checks.filter(({ isPassed }) => !isPassed)
        .map(({ name }) => name);
    expect([failing(), health.certificateEndUs]).to.deep.equal([[], null]);
    let endUs = START_US + 1;
    health.watchCertificate(() => endUs);
    expect(failing()).to.deep.equal([]);
    endUs = START_US;
    expect(failing()).to.deep.equal(["certificate"]);
  });
});
