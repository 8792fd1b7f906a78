import { defineError } from "../codec/define-error.js";

export const configRead = defineError("CONFIG_READ", "local", {
  text: "The configuration file cannot be read.",
  advice: "Check the path and the permissions of the file.",
  details: ["file", "reason"],
});

export const configKey = defineError("CONFIG_KEY", "usage", {
  text: "The configuration file has an unknown key: {key}",
  advice: "List the known keys: chainnode help config",
  details: ["file"],
});

export const logLevel = defineError("LOG_LEVEL", "usage", {
  text: "Invalid level of the log.",
  advice: "Use one of {choices}. For one module: info,peers=debug",
  details: ["value", "source"],
});

export const configMissing = defineError("CONFIG_MISSING", "not-found", {
  text: "The configuration file does not exist.",
  advice: "Check the path.",
  details: ["file"],
});

export const settingValue = defineError("SETTING_VALUE", "usage", {
  text: "The setting {name} must be {expected}.",
  advice: "The setting means: {description}.",
  details: ["value", "source"],
});

export const missingArgument = defineError("MISSING_ARGUMENT", "usage", {
  text: "chainnode {path} needs <{name}>: {description}.",
  advice: "See: chainnode {path} --help",
});

export const consentMissing = defineError("CONSENT_MISSING", "usage", {
  text: "The command needs a confirmation, and there is no terminal to ask for it.",
  advice: "Confirm with --yes.",
});

export const missingWord = defineError("MISSING_WORD", "usage", {
  text: "The argument <{name}> is missing.",
  advice: "Show the usage of the command with --help.",
});

export const optionValue = defineError("OPTION_VALUE", "usage", {
  text: "The option --{name} must be a whole number from {least} to {most}.",
  advice: "Correct the value.",
  details: ["value"],
});

export const parameterMap = defineError("PARAMETER_MAP", "usage", {
  text: "Parameters from a file or stdin must be a JSON map.",
  advice: 'Write them like this: {"to": "…", "amount": "1"}',
  details: ["source"],
});

export const parameterWord = defineError("PARAMETER_WORD", "usage", {
  text: "Invalid parameter.",
  advice: "Write name=value or name:=json. See: chainnode help parameters",
  details: ["got"],
});

export const usage = defineError("USAGE", "usage", {
  text: "{sentence}",
  advice: "{advice}",
  about: "The command line has an unknown option, a superfluous word, or an option without its value.",
});

export const missingCommand = defineError("MISSING_COMMAND", "usage", {
  text: "{scope} needs a command.",
  advice: "List the commands: {scope} --help",
});

export const unknownCommand = defineError("UNKNOWN_COMMAND", "usage", {
  text: "There is no command {scope} {word}.",
  advice: "List the commands: {scope} --help",
});

export const stdinTwice = defineError("STDIN_TWICE", "usage", {
  text: "Two inputs cannot both come from stdin.",
  advice: "Give one of them as a file.",
});

export const lineTooLong = defineError("LINE_TOO_LONG", "usage", {
  text: "Line {line} of {source} has more than {limit} bytes.",
  advice: "Give a file with one JSON value a line.",
  details: ["source", "line"],
});

export const configSyntax = defineError("CONFIG_SYNTAX", "usage", {
  text: "The configuration file is not valid TOML.",
  advice: "Correct the file at this place.",
  details: ["file", "line?", "column?", "text?", "here?", "reason"],
});

export const configDataDir = defineError("CONFIG_DATA_DIR", "usage", {
  text: "The configuration file in the data directory cannot set {setting}.",
  advice: "Use --data-dir or CHAINNODE_HOME, or name the file with --config.",
  details: ["file"],
});

export const unknownOperator = defineError("UNKNOWN_OPERATOR", "usage", {
  text: "There is no operator {name}.",
  advice: "List the operators: chainnode help operators",
});

export const unknownTopic = defineError("UNKNOWN_TOPIC", "usage", {
  text: "There is no command or topic {word}.",
  advice: "List all topics: chainnode help",
});

export const amountInvalid = defineError("AMOUNT", "usage", {
  text: "Invalid amount.",
  advice:
    "Give a decimal number, 0 or more, with at most {digits} digits after the point, or with --raw a whole number of units.",
  details: ["amount"],
});

export const passwordMissing = defineError("PASSWORD_MISSING", "usage", {
  text: "A password is needed, and there is no terminal to ask for it.",
  advice: "Give it with {options}.",
});

export const unknownLintRule = defineError("UNKNOWN_LINT_RULE", "usage", {
  text: "There is no rule {word}.",
  advice: "List the rules: chainnode help lint",
});

export const unknownError = defineError("UNKNOWN_ERROR", "usage", {
  text: "There is no error code {word}.",
  advice: "All codes are listed in docs/errors.md.",
});
