import type { Line } from "./line.js";

const PREFIX = "[0-9a-f]{10}…[0-9a-f]{6}";

/** Commands that ask a node, and those about contracts. */
export const CHAIN_LINES: readonly Line[] = [
  {
    path: "balance",
    words: () => ["bob", "--raw"],
    stdout: /^[12]\d{18}$/,
    terminal: /^[12]\d{18} units\n/,
  },
  { path: "resource", words: ({ bob }) => [bob], stdout: /^0$/, terminal: /^0 coins\n/ },
  { path: "state get", words: ({ bob }) => ["GetBalance", "balance", bob], stdout: /^[12]\d{18}$/ },
  { path: "block count", stdout: /^\d+$/ },
  {
    path: "block get",
    words: () => ["1"],
    stdout: /^\{\n {2}"height": 1,[^]*\}$/,
    terminal: /^main block +1\ntime +[^]*\nHASH +TIME +TYPE[^]*Genesis[^]*\nSTATE +KEY +OLD +NEW\n/,
  },
  {
    path: "block list",
    words: () => ["--count", "2"],
    stdout: /^\d+\t[-0-9T:.]+Z\t\d+\t[0-9a-f]{78}\n\d+\t/,
    terminal: new RegExp(`^HEIGHT +TIME +TRANSACTIONS +BLOCKHASH\\n +\\d+ .*${PREFIX}\\n`),
  },
  {
    path: "block watch",
    words: () => ["--from", "1", "--count", "2"],
    stdout: /^1\t.*\n2\t/,
    terminal: /^1 {2}.*\n2 {2}/,
  },
  {
    path: "request",
    words: ({ bob }, form) => ["GetBalance", ...(form === "pipe" ? [`address=${bob}`] : [])],
    answers: [{ after: "address (string, at most 44", type: "8f79a7b1b2653b31fe741cf7020105c5d7f01e454dbb" }],
    stdout: /^\{\n {2}"balance": "\d+"\n\}$/,
    terminal: /The same in one line: chainnode request GetBalance address=[0-9a-f]{44}\n[^]*balance \d+\n$/,
  },
  {
    path: "info",
    stdout: /^\{\n {2}"status": "is_running",[^]*\}$/,
    terminal: /^status +is_running\n[^]*main block +\d+, /,
  },
  { path: "ping", stdout: /^http:\S+ answers in \d+ ms$/ },
  {
    path: "round",
    stdout: /^\{[^]*"sync_limit": \d+[^]*\}$/,
    terminal: /^builds on +\d+, [^]*chain's height +\d+\n/,
  },
  {
    path: "broadcast",
    // A list when the pool is empty, as of any empty map.
    stdout: /^\{\n {2}"transactions": (?:\[\]|\{\n {4}"[0-9a-f]{78}": \{\n[^]*\}),\n {2}"chunks": [^]*\}$/,
    terminal: /transactions/,
  },
  {
    path: "code count",
    stdout: /^contracts\t\d+\nrequests\t\d+$/,
    terminal: /^contracts +\d+\nrequests +\d+\n/,
  },
  {
    path: "code list",
    stdout: /^\S+\tcontract\t\d+\tclassic\t0{44}\t[0-9a-f]{44}\t[0-9a-f]{64}\t[0-9a-f]{64}$/m,
    terminal: /^NAME +KIND +VERSION +WRITER +ID\n[^]*GetBalance +request +1 +0{6}…0{4} /,
  },
  {
    path: "code fuzz",
    words: ({ classicFile }) => [classicFile, "--runs", "20", "--seed", "1", "--never-accepted", "Closed"],
    stdout: /^0 found in \d+ calls by rules [12]$/,
    stderr: /^seed 1\nClosed: 0 accepted, \d+ refused\n$/,
    terminal: /0 found in \d+ calls/,
  },
  {
    path: "code get",
    words: () => ["Send"],
    stdout: /^\{[^]*"name": "Send"[^]*\}$/,
    terminal: /name"?:? "?Send/,
  },
  {
    path: "code source",
    words: () => ["Send"],
    stdout: /^import \{[^]*export const Send = contract\([^]*\);$/,
  },
  { path: "code check", words: ({ moduleFile }) => [moduleFile], stdout: /^[^]*$/ },
  { path: "code eval", words: () => ['{"$add":["1","2"]}'], stdout: /^"3"$/ },
  {
    path: "code call",
    words: ({ alice }) => ["Send", `to=${alice}`, "amount=5", "--from", "bob"],
    stdout: /^contract\tSend 3, on the state after block \d+\n[^]*\nresult\tnull$/,
    terminal: /^contract +Send 3, on the state after block \d+\n[^]*pays +0\.\d+ coins;/,
  },
  {
    path: "code new",
    words: ({ path }, form) => ["empty", path(`project-${form}`)],
    stdout: /\/contract\.ts\n[^]*\/tsconfig\.json$/,
    stderr: /^Next: cd .* && chainnode code test\n$/,
    terminal: /\/contract\.test\.ts\n/,
  },
  {
    path: "code debug",
    words: ({ alice }, form) => [
      "Send",
      `to=${alice}`,
      "amount=999999999999999999999999",
      "--from",
      "bob",
      "--break",
      "failure",
      ...(form === "pipe" ? [] : ["--json"]),
    ],
    code: 1,
    stdout: /^\{"step":\d+,"phase":"leave","depth":0,"operator":"condition",.*"failure":"You can't send more/,
    stderr: /You can't send more than what you have\./,
  },
  {
    path: "code replay",
    words: ({ classicFile }) => [classicFile],
    stdout: /^0 calls, 0 differ$/,
  },
  {
    path: "code test",
    words: ({ testFile }) => [testFile, "--reporter", "tap"],
    stdout: /^TAP version 13\n[^]*# pass 1\n[^]*$/,
    stderr: /^seed \d+\n$/,
    terminal: /# pass 1/,
  },
  {
    path: "code trace",
    words: ({ alice }) => ["Send", `to=${alice}`, "amount=999999999999999999999999", "--from", "bob"],
    code: 1,
    stdout: /\$gte\("\d+", "\d+"\) = false/,
    stderr: /^error: You can't send more than what you have\./,
    terminal: /✗ \$condition\(/,
  },
  {
    path: "code publish",
    words: ({ moduleFile, passwordFile }, form) =>
      form === "pipe"
        ? [moduleFile, "--password-file", passwordFile]
        : [moduleFile, "--yes", "--password-file", passwordFile],
    stdout: /^GetStock\trequest\t1\tnew\t[0-9a-f]{64}\nSetStock\tcontract\t1\tnew\t[0-9a-f]{64}$/,
    stderr: /SetStock/,
    terminal: /SetStock +contract +1 +none/,
  },
  {
    path: "code types",
    words: ({ cid }) => [cid],
    stdout:
      /^\/\/ Written by chainnode code types[^]*\nexport const SetStock: CallableCode<SetStockParameters> = /,
  },
  {
    path: "code diff",
    words: ({ moduleFile, path }) => [moduleFile, path("shelf.json"), "--exit-code"],
    code: 1,
    stdout: /^request GetStock: removed\n- [^]*\nrequest Shelf: added\n[^]*$/,
    stderr: /^error: 3 codes differ\.\n/,
    terminal: /request Shelf: added/,
  },
  {
    path: "code build",
    words: ({ moduleFile, path }) => [moduleFile, "--out", path("build")],
    stdout: /\/GetStock\.code\.json\n\S+\/GetStock\.schema\.json\n[^]*SetStock\.schema\.json$/,
    terminal: /SetStock\.schema\.json/,
  },
  {
    path: "code register",
    words: ({ classicFile, passwordFile }) => [
      classicFile,
      "--yes",
      "--key",
      "manager",
      "--password-file",
      passwordFile,
    ],
    stdout: /^Closed\tcontract\t1\tnew\t[0-9a-f]{44}$/,
    stderr: /Closed/,
    terminal: /Closed +contract +1 +none/,
  },
  {
    path: "deploy apply",
    words: ({ projectFile, passwordFile }) => [
      "here",
      "--file",
      projectFile,
      "--yes",
      "--password-file",
      passwordFile,
    ],
    stdout: /^new\tShelf\trequest\t1\t-\talice\t\S+ coins$/,
    terminal: /equal +Shelf +request +1 +1 +alice/,
  },
  {
    path: "deploy plan",
    words: ({ projectFile }) => ["here", "--file", projectFile],
    stdout: /^equal\tShelf\trequest\t1\t1\talice\t-$/,
    terminal: /equal +Shelf +request +1 +1 +alice/,
  },
  {
    path: "deploy verify",
    words: ({ projectFile }) => ["here", "--file", projectFile],
    stdout: /^equal\tShelf\trequest\t1\t1\talice\t-$/,
    terminal: /equal +Shelf +request +1 +1 +alice/,
  },
  {
    path: "deploy rollback",
    words: ({ projectFile }) => ["here", "--file", projectFile],
    stdout: /^$/,
    stderr: /^Shelf was not there after main block \d+, and stays\.\n$/,
    terminal: /Shelf was not there after main block \d+/,
  },
  {
    path: "repl",
    words: (_world, form) => (form === "pipe" ? ["-e", "chain.height()"] : []),
    answers: [
      { after: "> ", type: "40n + 2n" },
      { after: "42", type: ".exit" },
    ],
    stdout: /^\d+$/,
    terminal: /^42$/m,
  },
  {
    path: "script",
    words: ({ scriptFile }) => [scriptFile, "2"],
    stdout: /^\d+$/,
    terminal: /^\d+$/m,
  },
];
