import type { ChainError } from "../../codec/chain-error.js";
import { nearestName } from "../../base/text/nearest-name.js";
import { describeOperator } from "../../records/operators/describe.js";
import { OPERATOR_GROUPS, OPERATORS } from "../../records/operators/table.js";
import * as errors from "../errors.js";
import { CONSOLE_NAMES, NAME_GROUPS, operatorTopics } from "../names/table.js";
import type { ConsoleName } from "../names/name.js";
import type { HelpSection } from "./dialogue.js";

/** All names, or those of the topic: `chain`, `operators`, `$add`. Throws `NAME_UNKNOWN`. */
export function helpSections(topic: string, isThere: (name: string) => boolean): readonly HelpSection[] {
  if (topic === "operators") return operatorList();
  if (topic.startsWith("$")) return operatorSections(topic.slice(1));
  const known = CONSOLE_NAMES.filter(({ name }) => name.startsWith(".") || isThere(name.split(".")[0] ?? ""));
  const meant = topic === "" ? known : known.filter((entry) => isMeant(entry, topic));
  if (meant.length === 0 && OPERATORS.has(topic)) return operatorSections(topic);
  if (meant.length === 0)
    throw unknownName(topic, new Set(known.flatMap(({ name }) => [name, name.split(".")[0] ?? ""])));
  return [...NAME_GROUPS].flatMap(([group, heading]) => {
    const terms = meant
      .filter((entry) => entry.group === group)
      .map(({ signature, summary }) => ({ term: signature, meaning: summary }));
    return terms.length === 0 ? [] : [{ heading, terms }];
  });
}

function isMeant({ name, group }: ConsoleName, topic: string): boolean {
  if (name === "op.") return topic === "op" || topic.startsWith(name);
  return name === topic || name === `.${topic}` || name.startsWith(`${topic}.`) || group === topic;
}

function operatorList(): readonly HelpSection[] {
  return [...OPERATOR_GROUPS].map(([heading, group]) => ({
    heading,
    isWhole: true,
    terms: Object.entries(group).map(([name, spec]) => {
      const { signature, sentence } = describeOperator(name, spec);
      return { term: signature, meaning: sentence };
    }),
  }));
}

function operatorSections(name: string): readonly HelpSection[] {
  const spec = OPERATORS.get(name);
  if (spec === undefined) throw unknownName(`$${name}`, operatorTopics());
  const { sentence, signature, notes, examples } = describeOperator(name, spec);
  return [
    { heading: "Operator", isWhole: true, terms: [{ term: signature, meaning: sentence }] },
    ...notes.map(({ heading, sentences }) => ({
      heading,
      isWhole: true,
      terms: sentences.map((meaning) => ({ term: "", meaning })),
    })),
    {
      heading: "Examples",
      isWhole: true,
      terms: examples.flatMap((line, index) =>
        index % 2 === 0 ? [{ term: line, meaning: examples[index + 1] ?? "" }] : [],
      ),
    },
  ];
}

export function unknownName(name: string, known: Iterable<string>): ChainError {
  const nearest = nearestName(name, known);
  return errors.nameUnknown({ name }, { nearest });
}
