import { option, type Command } from "../../src/cli/command.js";
import { DATA_DIR } from "../../src/cli/config/settings.js";
import { objectToValue } from "../../src/codec/value.js";
import { objectOf, TEXT } from "../../src/records/operations/json-schema.js";
import { PACKAGED, serviceUnit } from "./unit.js";
import { BINARY } from "../binary.js";
import * as errors from "../errors.js";

/** What useradd accepts. */
const USER = /^[a-z_][a-z0-9_-]{0,30}$/;

const CONTROL = /\p{Cc}/u;
/** systemd refuses a program with one of these in its path, however it is quoted. */
const NOT_IN_PROGRAM = /[\p{Cc}"'\\]/u;

export const command: Command = {
  summary: "print the systemd unit of the node",
  description: [
    "The unit starts this chainnode, with the Node.js that runs it, on the data directory. Settings belong in chainnode.toml. The unit runs the node as a user without privileges, restarts it when it fails or hangs, and hides the rest of the machine from it.",
    "The package contains the unit of an installation for all users: deploy/systemd/chainnode.service.",
  ],
  options: [option("--user <name>", "user that runs the node", PACKAGED.user)],
  examples: [
    "# then: systemctl daemon-reload; systemctl enable --now chainnode",
    "chainnode service print --data-dir /var/lib/chainnode > /etc/systemd/system/chainnode.service",
  ],
  result: objectOf({ unit: TEXT }),
  async run({ settings }, input) {
    const user = input.option("user") ?? PACKAGED.user;
    if (!USER.test(user)) throw errors.serviceUser({ user });
    const dataDirectory = settings.text(DATA_DIR);
    if (CONTROL.test(dataDirectory)) throw errors.servicePath({ path: dataDirectory });
    if (NOT_IN_PROGRAM.test(process.execPath)) throw errors.servicePath({ path: process.execPath });
    const unit = serviceUnit({ program: [process.execPath, BINARY], user, dataDirectory });
    return { data: objectToValue({ unit }), text: () => unit };
  },
};
