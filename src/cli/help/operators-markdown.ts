import { describeOperator } from "../../records/operators/describe.js";
import type { OperatorSpec } from "../../records/operators/operator.js";
import { OPERATOR_GROUPS } from "../../records/operators/table.js";

const INTRODUCTION = `# Operators

Generated from the table of operators by \`npm run generate\`. \`chainnode help operators\` lists them, \`chainnode help '$add'\` shows one, and so does \`.help $add\` in the console.

A call of an operator is a map with one key, \`{"$add": ["1", "2"]}\`. The signature names the arguments and their types; one with a default may be left out. A missing argument is null, an extra one is ignored.

| type        | meaning                                                               |
| ----------- | --------------------------------------------------------------------- |
| \`any\`       | any value                                                             |
| \`boolean\`   | true or false                                                         |
| \`integer\`   | an integer of 64 bits                                                 |
| \`number\`    | decimal text or an integer                                            |
| \`decimal\`   | decimal text: a sign, digits with at most one point, no exponent      |
| \`text\`      | text                                                                  |
| \`key\`       | lower-case hexadecimal text of even length from 2 to 64               |
| \`container\` | a list or a map                                                       |

The examples can be typed as they stand here, without a node. Costs are explained in [the work limit](../work-limit.md).
`;

/** The reference of the language, docs/language/operators.md. */
export function operatorsMarkdown(): string {
  const groups = [...OPERATOR_GROUPS].map(([title, group]) =>
    [`## ${title}\n`, ...Object.entries(group).map(([name, spec]) => entryOf(name, spec))].join("\n"),
  );
  return [INTRODUCTION, ...groups].join("\n");
}

function entryOf(name: string, spec: OperatorSpec): string {
  const { title, sentence, signature, notes, examples } = describeOperator(name, spec);
  const items = notes.flatMap(({ heading, sentences }) =>
    sentences.map((text) => `- **${heading}.** ${escape(text)}\n`),
  );
  return [
    `### ${title}\n`,
    `${escape(sentence)}\n`,
    `\`\`\`text\n${signature}\n\`\`\`\n`,
    items.join(""),
    `\`\`\`console\n${examples.join("\n")}\n\`\`\`\n`,
  ].join("\n");
}

/** Escapes an asterisk or an underscore outside of code. */
function escape(text: string): string {
  return text.replace(/`[^`]*`|[*_]/g, (found) => (found.startsWith("`") ? found : `\\${found}`));
}
