import { ChainError } from "../../codec/chain-error.js";
import { nearestName } from "../../records/nearest-name.js";
import { CONSOLE_NAMES, NAME_GROUPS } from "../names/table.js";
import type { ConsoleName } from "../names/name.js";
import type { HelpSection } from "./dialogue.js";

/** All names, or those of which a name is the beginning: `chain` shows its members. Throws `NAME_UNKNOWN`. */
export function helpSections(topic: string, isThere: (name: string) => boolean): readonly HelpSection[] {
  const known = CONSOLE_NAMES.filter(({ name }) => name.startsWith(".") || isThere(name.split(".")[0] ?? ""));
  const meant = topic === "" ? known : known.filter((entry) => isMeant(entry, topic));
  if (meant.length === 0) throw unknownName(topic, known);
  return [...NAME_GROUPS].flatMap(([group, heading]) => {
    const terms = meant
      .filter((entry) => entry.group === group)
      .map(({ signature, summary }) => ({ term: signature, meaning: summary }));
    return terms.length === 0 ? [] : [{ heading, terms }];
  });
}

function isMeant({ name, group }: ConsoleName, topic: string): boolean {
  return name === topic || name === `.${topic}` || name.startsWith(`${topic}.`) || group === topic;
}

function unknownName(topic: string, known: readonly ConsoleName[]): ChainError {
  const nearest = nearestName(
    topic,
    known.flatMap(({ name }) => [name, name.split(".")[0] ?? ""]),
  );
  return new ChainError("NAME_UNKNOWN", `The console has no ${topic}. `, {
    kind: "not-found",
    advice: nearest === undefined ? "See all there is: .help" : `Did you mean ${nearest}?`,
  });
}
