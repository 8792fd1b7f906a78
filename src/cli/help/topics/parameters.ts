import { section, termsBlock, textBlock, type HelpPage } from "../document.js";

export const parametersTopic: HelpPage = {
  title: "chainnode parameters",
  summary: "notation for parameters of contracts and requests on the command line",
  sections: [
    ...section(
      "Forms",
      termsBlock([
        { term: "name=value", meaning: "The string after the first equals sign." },
        { term: "name:=json", meaning: "Any JSON value: count:=5, full:=true, ids:='[1,2]'." },
        { term: "name=@file", meaning: "The content of a file as a string." },
        { term: "name:=@file", meaning: "The JSON value in a file." },
        { term: "@file", meaning: "A file with a JSON object: each member is a parameter." },
        { term: "-", meaning: "A JSON object on stdin: each member is a parameter." },
      ]),
      textBlock(
        "A later parameter replaces an earlier one of the same name. JSON integers keep all their digits.",
      ),
    ),
    ...section(
      "Addresses",
      textBlock(
        "Where a contract or request takes an address, name=value also takes the name of a key and passes the key's address: to=bob. The name default means the default key; node means the key of the node on the data directory. A value that is neither a name nor a valid address is refused. So is the zero address in a transaction.",
      ),
      textBlock(
        "A parameter is an address when the record of the code defines it as a required string of at most 44 bytes and uses it as the key of a cell. JSON is never replaced: to:='\"bob\"' is the string bob. With --raw, no parameter is.",
      ),
    ),
    ...section(
      "Amounts",
      textBlock(
        "An amount is a decimal number of coins with up to 18 digits after the point: 1.5 is 1500000000000000000 units. With --raw, it is an integer number of units. Amounts are never rounded.",
      ),
    ),
  ],
};
