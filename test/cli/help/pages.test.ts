import { expect } from "chai";
import { Chalk } from "chalk";
import type { HelpPage } from "../../../src/cli/help/document.js";
import { pageToMarkdown } from "../../../src/cli/help/markdown.js";
import { pageToRoff } from "../../../src/cli/help/manual.js";
import { pageToText } from "../../../src/cli/help/text.js";

const page: HelpPage = {
  title: "chainnode try",
  summary: "try something",
  sections: {
    Usage: [{ code: ["chainnode try <it> [options]"] }],
    Description: ["one two three four five six seven"],
    Options: [{ terms: [["--it <it>", "What \\n to_try."]] }],
    Empty: [{ terms: [] }],
  },
};

describe("a page of help", () => {
  it("is text that fits the terminal", () => {
    expect(pageToText(page, new Chalk({ level: 0 }), 24)).to.equal(
      [
        "Try something.",
        "",
        "USAGE",
        "  chainnode try <it> [options]",
        "",
        "DESCRIPTION",
        "  one two three four",
        "  five six seven",
        "",
        "OPTIONS",
        "  --it <it>  What \\n",
        "             to_try.",
        "",
      ].join("\n"),
    );
  });

  it("is a manual page that roff shows unchanged", () => {
    expect(
      pageToRoff(page, { name: "chainnode-try", section: 1 }, [{ name: "chainnode", section: 1 }]),
    ).to.equal(
      [
        '.TH "CHAINNODE\\-TRY" "1" "" "chainnode" "chainnode manual"',
        ".nh",
        ".SH NAME",
        "chainnode\\-try \\- try something",
        ".SH SYNOPSIS",
        ".PP",
        ".nf",
        ".RS 4",
        "chainnode try <it> [options]",
        ".RE",
        ".fi",
        ".SH DESCRIPTION",
        ".PP",
        "one two three four five six seven",
        ".SH OPTIONS",
        ".TP",
        "\\fB\\-\\-it <it>\\fR",
        "What \\(rsn to_try.",
        ".SH SEE ALSO",
        "\\fBchainnode\\fR(1)",
        "",
      ].join("\n"),
    );
  });

  it("is Markdown in which no text is read as markup", () => {
    expect(pageToMarkdown(page, 2))
      .to.include("## chainnode try\n")
      .and.to.include("- `--it <it>` — What \\\\n to\\_try.\n");
  });
});
