import { expect } from "chai";
import Mocha from "mocha";
import "./incomplete-set-up.js";

/** Runs a suite of one test, and returns what fails. */
async function failuresOf(build: (suite: Mocha.Suite) => void): Promise<readonly string[]> {
  const mocha = new Mocha({ reporter: Mocha.reporters.Base });
  const suite = Mocha.Suite.create(mocha.suite, "suite");
  suite.addTest(new Mocha.Test("test", () => undefined));
  build(suite);
  const failures: string[] = [];
  await new Promise<void>((resolve) => {
    const runner = mocha.run(() => {
      runner.dispose();
      resolve();
    });
    runner.on("fail", (_, error: Error) => failures.push(error.message));
  });
  return failures;
}

const fail = (message: string) => (): never => {
  throw new Error(message);
};
const reject = (message: string) => async (): Promise<never> => {
  throw new Error(message);
};
/** Skips as `skip` does, but says nothing of a suite that is no test of this run. */
function pending(this: Mocha.Context): void {
  Mocha.Context.prototype.skip.call(this);
}

describe("The hooks after a suite or a test", () => {
  for (const [set, after] of [
    ["beforeAll", "afterAll"],
    ["beforeEach", "afterEach"],
    ["beforeEach", "afterAll"],
  ] as const)
    describe(`${after}, when ${set}`, () => {
      it("was skipped, find nothing to remove and fail nothing", async () => {
        const failures = await failuresOf((suite) => {
          suite[set](pending);
          suite[after](reject("nothing to remove"));
        });
        expect(failures).to.deep.equal([]);
      });

      it("has failed, add no failure to the reason", async () => {
        const failures = await failuresOf((suite) => {
          suite[set](() => undefined);
          suite[set]("named", reject("the reason"));
          suite[after](fail("nothing to remove"));
        });
        expect(failures).to.deep.equal(["the reason"]);
      });

      it("is done, fail as before", async () => {
        const failures = await failuresOf((suite) => {
          suite[set](() => undefined);
          suite[after]("named", reject("the removal"));
        });
        expect(failures).to.deep.equal(["the removal"]);
      });
    });

  it("run, whatever the set-up: they remove the part of it that was made", async () => {
    let isRemoved = false;
    await failuresOf((suite) => {
      suite.beforeAll(fail("the reason"));
      suite.afterAll(() => void (isRemoved = true));
    });
    expect(isRemoved).to.equal(true);
  });
});
