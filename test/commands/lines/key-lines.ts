import type { Line } from "./line.js";
import { PASSWORD } from "./world.js";

const HASH = /^[0-9a-f]{78}$/;

/** A transfer to sign, and the password it needs. */
const TRANSFER: Pick<Line, "words" | "answers"> = {
  words: ({ passwordFile, bob }, form) => [
    "Send",
    `to=${bob}`,
    "amount=1",
    ...(form === "pipe" ? ["--password-file", passwordFile] : []),
  ],
  answers: [{ after: "Password of alice", type: PASSWORD }],
};

/** Commands about keys, and those that sign. */
export const KEY_LINES: readonly Line[] = [
  {
    path: "key new",
    words: ({ passwordFile }, form) =>
      form === "pipe" ? ["carol", "--password-file", passwordFile] : ["dave"],
    answers: [
      { after: "New password for dave", type: PASSWORD },
      { after: "again", type: PASSWORD },
    ],
    stdout: /^name\tcarol\naddress\t[0-9a-f]{44}\npublic key\t[0-9a-f]{64}\ndefault\tno$/,
    terminal: /name +dave\n *address +[0-9a-f]{44}\n/,
  },
  {
    path: "key import",
    words: ({ passwordFile }, form) =>
      form === "pipe" ? ["erin", "--key-file", "-", "--password-file", passwordFile] : ["frank"],
    input: () => "1".repeat(64),
    answers: [
      { after: "Private key", type: "2".repeat(64) },
      { after: "New password for frank", type: PASSWORD },
      { after: "again", type: PASSWORD },
    ],
    stdout: /^name\terin\n/,
    terminal: /name +frank\n/,
  },
  {
    path: "key list",
    stdout: /^alice\t[0-9a-f]{44}\tyes\nbob\t[0-9a-f]{44}\t\n/,
    terminal: /^NAME +ADDRESS +DEFAULT\nalice +[0-9a-f]{44} +yes\n/,
  },
  {
    path: "key show",
    words: () => ["bob"],
    stdout: /^name\tbob\naddress\t[0-9a-f]{44}\npublic key\t[0-9a-f]{64}\ndefault\tno$/,
    terminal: /^name +bob\naddress +[0-9a-f]{44}\n/,
  },
  {
    path: "key default",
    words: () => ["alice"],
    stdout: /^name\talice\n[^]*default\tyes$/,
    terminal: /name +alice\n[^]*default +yes/,
  },
  {
    path: "key passwd",
    words: ({ passwordFile }, form) =>
      form === "pipe"
        ? ["bob", "--password-file", passwordFile, "--new-password-file", passwordFile]
        : ["bob"],
    answers: [
      { after: "Password of bob", type: PASSWORD },
      { after: "New password", type: PASSWORD },
      { after: "again", type: PASSWORD },
    ],
    stdout: /^name\tbob\n/,
    terminal: /name +bob\n/,
  },
  {
    path: "key export",
    words: ({ passwordFile }, form) =>
      form === "pipe" ? ["alice", "--yes", "--password-file", passwordFile] : ["alice"],
    answers: [
      { after: "(y/N)", type: "y" },
      { after: "Password of alice", type: PASSWORD },
    ],
    stdout: /^4ed60b5154fe8a01a418964c9537d36caf97795a07ec50565a0aecd81dc1927b$/,
    terminal: /\n4ed60b5154fe8a01a418964c9537d36caf97795a07ec50565a0aecd81dc1927b\n$/,
  },
  {
    path: "key remove",
    words: (_world, form) => (form === "pipe" ? ["carol", "--yes"] : ["dave"]),
    answers: [{ after: "Delete the key dave", type: "y" }],
    stdout: /^name\tcarol\n/,
    terminal: /Delete the key dave [^]*name +dave\n/,
  },
  {
    path: "send",
    words: ({ passwordFile }, form) =>
      form === "pipe" ? ["bob", "0.5", "--wait", "--password-file", passwordFile] : ["--wait"],
    answers: [
      { after: "to (recipient", type: "bob" },
      { after: "amount (amount in coins", type: "0.25" },
      { after: "Password of alice", type: PASSWORD },
      { after: "Send 0.25 coins to bob (", type: "y" },
    ],
    stdout: HASH,
    terminal:
      /The same in one line: chainnode send --wait bob 0\.25\n[^]*network +CHAINNODE DEVELOPMENT NETWORK, by the node at http:[^]*contract +Send 3\nfrom +[0-9a-f]{44} \(alice\)\nto +[0-9a-f]{44} \(bob\)\namount +0\.25 coins \(250000000000000000 units\)\nfee +0\.\d+ coins \(\d+ bytes, weight \d+\)\n[^]*\n[0-9a-f]{78}\n$/,
  },
  {
    path: "refine",
    words: ({ passwordFile }, form) => (form === "pipe" ? ["--password-file", passwordFile] : ["1"]),
    answers: [
      { after: "Password of alice", type: PASSWORD },
      { after: "Refine 1 coin of resource?", type: "y" },
    ],
    code: 1,
    stdout: /^$/,
    stderr: /^error: /,
    terminal: /contract +Refine 2\nfrom +[0-9a-f]{44} \(alice\)\namount +1 coin [^]*\nfee +[^]*error: /,
  },
  {
    path: "tx sign",
    ...TRANSFER,
    stdout: /^\{[^]*"signature": ?"[0-9a-f]{128}"[^]*\}$/,
    terminal: /"signature": ?"[0-9a-f]{128}"/,
  },
  {
    path: "tx send",
    words: ({ passwordFile, bob }, form) =>
      form === "pipe" ? ["Send", `to=${bob}`, "amount=2", "--password-file", passwordFile] : ["Send"],
    answers: [
      { after: "to (string, at most", type: "8f79a7b1b2653b31fe741cf7020105c5d7f01e454dbb" },
      { after: "amount (string, at most", type: "7" },
      { after: "Password of alice", type: PASSWORD },
      { after: "Send it?", type: "y" },
    ],
    stdout: HASH,
    terminal:
      /The same in one line: chainnode tx send Send to=[0-9a-f]{44} amount=7\n[^]*contract +Send 3\n[^]*amount +0\.000000000000000007 coins \(7 units\)\n[^]*\n[0-9a-f]{78}\n$/,
  },
  {
    path: "tx get",
    words: ({ hash }) => [hash],
    stdout:
      /^hash\t[0-9a-f]{78}\noutcome\tcommitted\nheight\t\d+\n[^]*amount\t1\.5 coins\nfee\t0\.\d+ coins\n/,
    terminal:
      /^hash +[0-9a-f]{78}\noutcome +committed\nheight +\d+\ntime +.*\nsigner +[0-9a-f]{44}\ntype +Send\n[^]*amount +1\.5 coins\n/,
  },
  {
    path: "tx list",
    words: ({ bob }) => [bob],
    stdout: /\t1\.5 coins$/,
    terminal: /^HASH +TIME +TYPE +FROM +TO +AMOUNT\n[^]* 1\.5 coins\n/,
  },
  { path: "tx count", stdout: /^\d+$/ },
  {
    path: "tx weight",
    ...TRANSFER,
    stdout: /^\d+$/,
    terminal: /\n\d+\n$/,
  },
  { path: "tx wait", words: ({ hash }) => [hash], stdout: HASH, terminal: /^[0-9a-f]{78}\n$/ },
];
