/** What a release looks at, apart from its tests. */
export interface ReleaseFacts {
  readonly version: string;
  /** The version in package-lock.json. */
  readonly lockVersion: string;
  readonly changelog: string;
  /** `repository.url` of package.json, null without. */
  readonly repository: string | null;
  /** The tags of the commit. */
  readonly tags: readonly string[];
  /** What differs from the commit in the working directory, empty for nothing. */
  readonly changes: string;
}

/** As npm writes the address of a repository. Provenance compares it with where the workflow runs. */
const REPOSITORY = /^git\+https:\/\/[^/]+\/[^/]+\/.+\.git$/;
const SEMANTIC = /^[0-9]+\.[0-9]+\.[0-9]+(?:-[0-9a-z.-]+)?$/;

/** Why a commit cannot be released, one sentence each. */
export function releaseFaults(facts: ReleaseFacts): readonly string[] {
  const { version, lockVersion, changelog, repository, tags, changes } = facts;
  const [, unreleased = "", ...sections] = changelog.split(/^## /m);
  const latest = sections[0]?.split("\n", 1)[0] ?? "";
  return [
    ...(SEMANTIC.test(version) ? [] : [`the version ${version} is not a semantic version`]),
    ...(lockVersion === version ? [] : [`package-lock.json has the version ${lockVersion}`]),
    ...(unreleased.replace(/^Unreleased\s*/, "") === "" ? [] : ["CHANGELOG.md lists unreleased changes"]),
    ...(new RegExp(`^${version.replaceAll(".", "\\.")} - [0-9]{4}-[0-9]{2}-[0-9]{2}$`).test(latest)
      ? []
      : [`the first release in CHANGELOG.md is not "${version} - YYYY-MM-DD"`]),
    ...(repository !== null && REPOSITORY.test(repository)
      ? []
      : [
          'package.json does not name its repository: add "repository": { "type": "git", "url": "git+https://HOST/OWNER/NAME.git" }, the address from which the release workflow runs',
        ]),
    ...(tags.includes(`v${version}`) ? [] : [`the commit has no tag v${version}`]),
    ...(changes === "" ? [] : ["the working directory has changes"]),
  ];
}
