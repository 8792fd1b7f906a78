import { CONSOLE_NAMES, NAME_GROUPS } from "../names/table.js";
import type { ConsoleName } from "../names/name.js";
import { unknownName } from "../names/unknown-name.js";
import type { HelpSection } from "./dialogue.js";

/** All names, or those that begin with the topic: `chain` shows its members. Throws `NAME_UNKNOWN`. */
export function helpSections(topic: string, isThere: (name: string) => boolean): readonly HelpSection[] {
  const known = CONSOLE_NAMES.filter(({ name }) => name.startsWith(".") || isThere(name.split(".")[0] ?? ""));
  const meant = topic === "" ? known : known.filter((entry) => isMeant(entry, topic));
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
