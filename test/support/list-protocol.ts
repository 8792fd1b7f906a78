/** `npm run protocol` lists the files that implement and prove each rule, and the rules that each file cites. */
import { filesCiting, readProtocolMap } from "./protocol-map.js";

const { rules, implementation, tests } = readProtocolMap();
const lines: string[] = [];
for (const { reference, page, text } of rules) {
  lines.push(`${reference}  ${page}  ${text}`);
  for (const [title, files] of [
    ["implemented in", filesCiting(reference, implementation)],
    ["proved in", filesCiting(reference, tests)],
  ] as const) {
    lines.push(`    ${title}: ${files.length === 0 ? "-" : files.join(" ")}`);
  }
}
lines.push("");
for (const [file, references] of [...implementation, ...tests]) {
  lines.push(`${file}: ${[...references].join(" ")}`);
}
process.stdout.write(`${lines.join("\n")}\n`);
