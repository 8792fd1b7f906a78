import type { Page } from "playwright-core";

const ANSWERED = "main:has(h1):not(:has-text('Asking the node…'))";

/** Waits until a page has its heading and no part of it waits for the node: both at once, because a search leads on to what it finds. */
export async function untilAnswered(page: Page): Promise<void> {
  await page.locator(ANSWERED).waitFor();
}
