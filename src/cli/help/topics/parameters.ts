import { section, termsBlock, textBlock, type Page } from "../document.js";

export const parametersTopic: Page = {
  title: "chainnode parameters",
  summary: "how parameters of contracts and requests are written on the command line",
  sections: [
    ...section(
      "Forms",
      termsBlock([
        { term: "name=value", meaning: "The text after the first equals sign." },
        { term: "name:=json", meaning: "Any JSON value: count:=5, full:=true, ids:='[1,2]'." },
        { term: "name=@file", meaning: "The text of a file." },
        { term: "name:=@file", meaning: "The JSON value in a file." },
        { term: "@file", meaning: "A file with a JSON map: all its members are parameters." },
        { term: "-", meaning: "The same from stdin." },
      ]),
      textBlock(
        "Later parameters replace earlier ones of the same name. JSON integers keep all their digits.",
      ),
    ),
    ...section(
      "Addresses",
      textBlock(
        "Where a contract or request takes an address, name=value also takes the name of a key, which stands for the key's address: to=bob. default is the default key, and node the key of the data directory's own node. A word that is neither a name nor an address with a valid checksum is refused, and so is the zero address in a transaction.",
      ),
      textBlock(
        "A parameter is an address when the code's record defines it as required text of at most 44 bytes and uses it as the key of a cell. JSON is taken as it is: to:='\"bob\"' is the text bob. With --raw all parameters are.",
      ),
    ),
    ...section(
      "Amounts",
      textBlock(
        "An amount is a decimal number of whole coins with up to 18 digits after the point: 1.5 is 1500000000000000000 units. With --raw it is a number of units. Nothing is ever rounded.",
      ),
    ),
  ],
};
