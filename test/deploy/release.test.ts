import { expect } from "chai";
import { releaseFaults, type ReleaseFacts } from "../../tools/release/release-faults.js";

const GOOD: ReleaseFacts = {
  version: "1.0.0",
  lockVersion: "1.0.0",
  changelog: "# Changelog\n\n## Unreleased\n\n## 1.0.0 - 2027-01-01\n\n- All.\n\n## 0.1.0 - 2026-01-01\n",
  repository: "git+https://example.org/owner/chainnode.git",
  tags: ["v1.0.0"],
  changes: "",
};

describe("a commit that is to be released", () => {
  it("has one version everywhere, a changelog that is cut, a repository, its tag, and no changes", () => {
    expect(releaseFaults(GOOD)).to.deep.equal([]);
  });

  const faulty: Readonly<Record<string, Partial<ReleaseFacts>>> = {
    "no semantic version": {
      version: "1.0",
      lockVersion: "1.0",
      tags: ["v1.0"],
      changelog: GOOD.changelog.replace("1.0.0", "1.0"),
    },
    "another version in the lock file": { lockVersion: "0.1.0" },
    "unreleased changes": { changelog: GOOD.changelog.replace("Unreleased\n", "Unreleased\n\n- More.\n") },
    "a changelog that is not cut": { changelog: "# Changelog\n\n## Unreleased\n\n## 0.1.0 - 2026-01-01\n" },
    "no repository": { repository: null },
    "a repository that npm cannot compare": { repository: "owner/chainnode" },
    "no tag": { tags: [""] },
    "changes beside the commit": { changes: " M package.json" },
  };
  for (const [name, facts] of Object.entries(faulty)) {
    it(`is refused with ${name}`, () => {
      expect(releaseFaults({ ...GOOD, ...facts })).to.have.length(1);
    });
  }
});
