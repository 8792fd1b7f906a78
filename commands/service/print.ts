import { fileURLToPath } from "node:url";
import type { Command } from "../../src/cli/command.js";
import { DATA_DIR } from "../../src/cli/config/settings.js";
import { objectToValue } from "../../src/codec/value.js";
import { objectOf, TEXT } from "../../src/records/operations/json-schema.js";
import { PACKAGED, serviceUnit } from "./unit.js";
import * as errors from "../errors.js";

/** bin/chainnode.js, two directories above the built source of this file. */
const BINARY = fileURLToPath(new URL("../../bin/chainnode.js", import.meta.url));
/** What useradd accepts. */
const USER = /^[a-z_][a-z0-9_-]{0,30}$/;

export const command: Command = {
  summary: "print the systemd unit of the node",
  description: [
    "The unit starts this chainnode, with the Node.js that runs it, on the data directory. Settings belong in chainnode.toml. The unit runs the node as a user without privileges, restarts it when it fails or hangs, and hides the rest of the machine from it.",
    "The package contains the unit of an installation for all users: deploy/systemd/chainnode.service.",
  ],
  options: [
    { name: "user", placeholder: "name", default: PACKAGED.user, description: "user that runs the node" },
  ],
  examples: [
    {
      line: "chainnode service print --data-dir /var/lib/chainnode > /etc/systemd/system/chainnode.service",
      explanation: "then: systemctl daemon-reload; systemctl enable --now chainnode",
    },
  ],
  result: objectOf({ unit: TEXT }),
  async run({ settings }, input) {
    const user = input.option("user") ?? PACKAGED.user;
    if (!USER.test(user)) throw errors.serviceUser({ user });
    const dataDirectory = settings.text(DATA_DIR);
    if (/[\r\n]/.test(dataDirectory)) throw errors.servicePath();
    const unit = serviceUnit({ program: [process.execPath, BINARY], user, dataDirectory });
    return { data: objectToValue({ unit }), text: () => unit };
  },
};
