import { defineError } from "../../src/codec/define-error.js";

export const codeFaulty = defineError("CODE_FAULTY", "refused", {
  text: "The code has errors.",
  advice: "Correct each finding.",
});

export const codeFile = defineError("CODE_FILE", "usage", {
  text: "The file contains no code, or something other than code records.",
  advice: "Give one code record, or a list of them.",
  details: ["file"],
});

export const codeVersion = defineError("CODE_VERSION", "refused", {
  text: "The chain has another {name}, and accepts a newer version only.",
  advice: "Give it a version above {registered}.",
  details: ["file", "version", "registered"],
});

export const optionPair = defineError("OPTION_PAIR", "usage", {
  text: "--fixture and --input must be used together.",
  advice: "Give both, or neither.",
});

export const size = defineError("SIZE", "usage", {
  text: "Invalid size.",
  advice: "Give an integer: size:=414",
});

export const codeFormat = defineError("CODE_FORMAT", "usage", {
  text: "{registrar} accepts records of the {format} format, and this file has another one.",
  advice: "Use: chainnode code {verb} {file}",
  details: ["file"],
});

export const codeModule = defineError("CODE_MODULE", "usage", {
  text: "The module cannot be loaded.",
  advice: "Correct the module. Of TypeScript only the types are removed: no enum, no namespace.",
  details: ["file", "reason"],
});

export const codeValue = defineError("CODE_VALUE", "usage", {
  text: "Invalid export of the module: {reason}",
  advice: "Export code records.",
  details: ["file"],
});

export const filterMatch = defineError("FILTER_MATCH", "not-found", {
  text: "No test has a name that the filter matches.",
  advice: "Correct --filter: it is a part of a test's name, or a pattern.",
});

export const noTests = defineError("NO_TESTS", "not-found", {
  text: "There are no tests.",
  advice: "Name a file with tests, or a directory with files *.test.ts.",
});

export const testFileKind = defineError("TEST_FILE_KIND", "usage", {
  text: "{file} is no test file: test files are TypeScript or JavaScript.",
  advice:
    "Name a file such as token.test.ts. chainnode code new writes one; docs/testing.md shows how tests are written.",
});

export const watchJson = defineError("WATCH_JSON", "usage", {
  text: "--watch and --json must not be used together.",
  advice: "With --watch, use --reporter tap for a report that a program reads.",
});

export const testsFailed = defineError("TESTS_FAILED", "refused", {
  text: "Tests failed.",
  advice: "Run the same again: chainnode code test --seed {seed}",
  details: ["failed"],
});

export const callsDiffer = defineError("CALLS_DIFFER", "refused", {
  text: "{differing} recorded calls differ with the versions of the file.",
  advice: "Expect it, or correct the new version.",
});

export const feesOption = defineError("FEES_OPTION", "usage", {
  text: "--save and --check belong to --fees.",
  advice: "Add --fees.",
});

export const costsGrew = defineError("COSTS_GREW", "refused", {
  text: "Calls are larger or heavier than before.",
  advice: "Make them cheaper, or accept the costs: chainnode code test --fees --save",
  details: ["file"],
});

export const minimumOption = defineError("MINIMUM_OPTION", "usage", {
  text: "--minimum belongs to --coverage.",
  advice: "Add --coverage.",
});

export const coverageLow = defineError("COVERAGE_LOW", "refused", {
  text: "The tests reach less than {minimum} % of a code.",
  advice: "Test what --coverage lists as not reached.",
  about:
    "`code test --minimum` counts the operators, branches and outcomes of conditions of each published code.",
});

export const mutationTests = defineError("MUTATION_TESTS", "refused", {
  text: "The tests fail without a mutant, where they run in one process: {reason}",
  advice:
    "Tests of mutants run again and again in one process: they must not depend on what an earlier run left.",
  details: ["file"],
});

export const mutantsSurvived = defineError("MUTANTS_SURVIVED", "refused", {
  text: "There are changes that no test notices.",
  advice:
    "Test what they change. A change that makes no difference is marked in the source: // equivalent: why",
  details: ["survived"],
});

export const mutateOption = defineError("MUTATE_OPTION", "usage", {
  text: "--changed and --mutants belong to --mutate.",
  advice: "Add --mutate.",
});

export const gitMissing = defineError("GIT_MISSING", "local", {
  text: "The program git is not there.",
  advice: "Install git, or test all mutants: leave --changed out.",
});

export const gitRevision = defineError("GIT_REVISION", "not-found", {
  text: "git cannot compare the files with {revision}: {reason}",
  advice: "Name a commit, branch or tag of the repository of the tests, such as HEAD or main.",
});

export const templateUnknown = defineError("TEMPLATE_UNKNOWN", "usage", {
  text: "There is no template {template}.",
  advice: "Use one of {templates}.",
});

export const projectName = defineError("PROJECT_NAME", "usage", {
  text: "This cannot be the name of a project.",
  advice:
    "Begin with a lower-case letter; then use lower-case letters, digits, dots, - and _, at most 64 characters.",
  details: ["name"],
});

export const projectExists = defineError("PROJECT_EXISTS", "local", {
  text: "The directory is not empty.",
  advice: "Name another one.",
  details: ["directory"],
});

export const oneContract = defineError("ONE_CONTRACT", "usage", {
  text: "The file holds no contract.",
  advice: "Give the file with the new version of a contract: blocks hold no calls of requests.",
  details: ["file"],
});

export const fuzzFound = defineError("FUZZ_FOUND", "refused", {
  text: "There are calls that should not be possible.",
  advice:
    "Correct the contract, or say what is meant: export conserves or attributes from a module, and name it with --invariant (docs/testing.md). To see the same again: --seed {seed}",
  details: ["found"],
});

export const fuzzNeverAccepted = defineError("FUZZ_NEVER_ACCEPTED", "refused", {
  text: "No call of {contract} was accepted: what it writes is not tried.",
  advice:
    "Fuzz it together with the contracts that lead to it, try more with --runs, or write a test with a scene (docs/testing.md). When it is meant: --never-accepted {contract}",
});

export const invariantMissing = defineError("INVARIANT_MISSING", "usage", {
  text: "The file exports no invariant.",
  advice: "Export functions that take the state and return whether it is as it should be.",
  details: ["file"],
});

export const testRun = defineError("TEST_RUN", "internal", {
  text: "The process that runs the tests ended without a result.",
  advice: "Read what it printed: a reporter or the runner itself failed.",
  details: ["status"],
});

export const codesDiffer = defineError("CODES_DIFFER", "refused", {
  text: "{differing} codes differ.",
  advice: "Leave --exit-code out where a difference is no failure.",
});
