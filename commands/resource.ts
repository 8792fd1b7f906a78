import { amountCommand } from "./balance.js";

export const command = amountCommand("resource", {
  summary: "show the unrefined resource of an address",
  examples: ["chainnode resource", "chainnode resource alice --json"],
  ask: (client, address) => client.getResource(address),
});
