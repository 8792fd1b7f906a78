import { readFileSync } from "node:fs";
import { useTemporaryDirectory } from "../cli/binary.js";
import { expectPage } from "../support/transcript.js";

const DOCUMENT = readFileSync(new URL("../../../docs/testing.md", import.meta.url), "utf8");

describe("docs/testing.md", () => {
  const directory = useTemporaryDirectory();

  // No example of this page asks a node.
  it("shows what the commands print", () => expectPage(DOCUMENT, directory(), null));
});
