import { expect } from "chai";
import { spaceIdOf } from "../../src/codec/hash.js";
import { objectToMap } from "../../src/codec/value.js";
import { signTransaction } from "../../src/records/transaction.js";
import { expectRejection } from "../support/expect-rejection.js";
import { expectAccessible } from "./support/expect-accessible.js";
import { useShownExplorer } from "./support/shown-explorer.js";

describe("sending from the explorer of a development chain", () => {
  const explorer = useShownExplorer();

  it("works from the page of a code, for a development account", async () => {
    const { page, faults } = await explorer.openAsOwner("/codes");
    await page.getByRole("link", { name: "Count", exact: true }).click();
    await page.getByRole("form", { name: "Try the contract" }).getByLabel(/^step/).fill("7");
    const sender = page.getByRole("form", { name: "Send the call" });
    await sender.getByLabel("Send from development account").selectOption("bob");
    await sender.getByRole("button", { name: "Send it" }).click();
    await page.getByText("Sent:").getByRole("link").click();
    await page.getByText("It succeeded.").waitFor({ timeout: 60_000 });
    await page.getByRole("region", { name: "Parameters" }).getByText("7", { exact: true }).waitFor();
    expect(await page.getByRole("region", { name: "Parameters" }).getByRole("row").count()).to.equal(2);
    expect(faults).to.deep.equal([]);
  });

  it("shows the contract's message for a call that the chain refuses", async () => {
    const { page } = await explorer.openAsOwner("/codes");
    await page.getByRole("link", { name: "Count", exact: true }).click();
    await page.getByRole("form", { name: "Try the contract" }).getByLabel(/^step/).fill("0");
    await page.getByRole("button", { name: "Send it" }).click();
    await page.getByRole("alert").getByText("A step must be greater than zero.").waitFor();
  });

  it("is not offered on a page without the token of the address that the node printed", async () => {
    const { page } = await explorer.open("/codes");
    await page.getByRole("link", { name: "Count", exact: true }).click();
    await page.getByRole("button", { name: "Try it" }).waitFor();
    expect(await page.getByRole("button", { name: "Send it" }).count()).to.equal(0);
  });

  /** Sends a step of zero, as the README does. Returns the hash. */
  async function refusedStep(): Promise<string> {
    const { chain, node } = explorer;
    const [alice] = node.accounts;
    const call = objectToMap({
      type: "Count",
      cid: spaceIdOf(chain.alice, "counter"),
      step: "0",
      from: chain.alice,
      timestamp: BigInt(Date.now()) * 1000n,
    });
    const { hash } = signTransaction(call, alice?.privateKey ?? "");
    await expectRejection(
      chain.client.signAndSend(call, alice?.privateKey ?? ""),
      "EXECUTION_FAILED",
      "refused",
    );
    return hash;
  }

  it("begins with the refused transaction: it is found, traced, tried with another amount, and sent", async () => {
    const hash = await refusedStep();
    const { page, faults } = await explorer.openAsOwner("");
    const refused = page.getByRole("region", { name: "Refused transactions" });
    await refused.getByText("A step must be greater than zero.").first().waitFor();
    await refused.getByRole("row").nth(1).getByRole("link").last().click();
    expect(new URL(page.url()).pathname).to.equal(`/explorer/tx/${hash}`);
    await page.getByText("It would fail: A step must be greater than zero.").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Show where" }).click();
    await page.locator(":focus").filter({ hasText: "✗" }).waitFor();
    await page.getByText('$gt("0", "0")').waitFor();
    const form = page.getByRole("form", { name: "Try the contract" });
    await form.getByLabel(/^step/).fill("2");
    await form.getByRole("button", { name: "Try it" }).click();
    await page.getByText("It would succeed.").waitFor();
    await page.getByRole("button", { name: "Send it" }).click();
    await page.getByText("Sent:").getByRole("link").click();
    await page.getByText("It succeeded.").waitFor({ timeout: 60_000 });
    expect(faults).to.deep.equal([]);
  });

  it("works from there by keyboard only", async () => {
    await refusedStep();
    const { page, faults } = await explorer.openAsOwner("");
    await page.getByRole("region", { name: "Refused transactions" }).waitFor();
    /** What has the focus, as a reader of the screen hears it. */
    const focused = (): Promise<string> =>
      page.evaluate<string>(
        "document.activeElement === document.body ? '' : [document.activeElement.getAttribute('aria-label'), (document.activeElement.closest('label') ?? document.activeElement).textContent, document.activeElement.getAttribute('href')].join(' ')",
      );
    const tabTo = async (name: RegExp): Promise<void> => {
      for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
        await page.keyboard.press("Tab");
        if (name.test(await focused())) return;
      }
      throw new Error(`The keyboard does not reach ${String(name)}. `);
    };
    await tabTo(/Refused transactions/);
    await tabTo(/\/explorer\/tx\//);
    await page.keyboard.press("Enter");
    await page.getByText("It would fail: A step must be greater than zero.").waitFor();
    await tabTo(/Show where/);
    await page.keyboard.press("Enter");
    await page.locator(":focus").filter({ hasText: "✗" }).waitFor();
    await tabTo(/step string/);
    await page.keyboard.press("Control+A");
    await page.keyboard.type("3");
    await page.keyboard.press("Enter");
    await page.getByText("It would succeed.").waitFor();
    await tabTo(/Send it/);
    await page.keyboard.press("Enter");
    await page.getByText("Sent:").waitFor();
    expect(faults).to.deep.equal([]);
  });
});

/** More than a page has places that take the focus. */
const MOST_PRESSES = 200;
