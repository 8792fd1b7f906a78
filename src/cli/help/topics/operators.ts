import { describeOperator, signatureOf } from "../../../records/operators/describe.js";
import type { OperatorSpec } from "../../../records/operators/operator.js";
import { OPERATOR_GROUPS } from "../../../records/operators/table.js";
import { codeBlock, section, sentence, termsBlock, textBlock, type HelpPage } from "../document.js";

export const operatorsTopic: HelpPage = {
  title: "chainnode operators",
  summary: "the operators of contracts and requests",
  sections: [
    ...section(
      "Signatures",
      textBlock(
        "An argument with a default may be left out. A number is decimal text or an integer, a key is lower-case hexadecimal text of even length, a container is a list or a map, a decimal is decimal text.",
      ),
      textBlock("chainnode help '$add' shows one operator with its traps, its cost and examples."),
    ),
    ...[...OPERATOR_GROUPS].flatMap(([title, group]) =>
      section(
        title,
        termsBlock(
          Object.entries(group).map(([name, spec]) => ({
            term: signatureOf(name, spec),
            meaning: sentence(spec.summary),
          })),
        ),
      ),
    ),
  ],
};

/** The page of one operator. */
export function operatorToPage(name: string, spec: OperatorSpec): HelpPage {
  const { title, summary, signature, notes, examples } = describeOperator(name, spec);
  return {
    title,
    summary,
    sections: [
      ...section("Usage", codeBlock(signature)),
      ...notes.flatMap(({ heading, sentences }) => section(heading, ...sentences.map(textBlock))),
      ...section("Examples", codeBlock(...examples)),
    ],
  };
}
