import { shortened } from "../format/numbers.js";

/** The hashes that the page has shown shortened, by that text: the last ones. */
const shown = new Map<string, string>();
const MOST = 5000;

/** Shortens a hash, and remembers it. */
export function shownHash(hash: string): string {
  const text = shortened(hash);
  shown.delete(text);
  shown.set(text, hash);
  const [oldest] = shown.keys();
  if (shown.size > MOST && oldest !== undefined) shown.delete(oldest);
  return text;
}

/** The whole of a hash that the page has shown shortened; any other text as it is. */
export function wholeHash(text: string): string {
  return shown.get(text.trim()) ?? text;
}

/** Lets a reader copy a shortened hash by selecting it, and paste one into any field: both mean the whole. */
export function copyWholeHashes(): void {
  document.addEventListener("copy", (event) => {
    const selection = document.getSelection();
    const selected = selection?.toString() ?? "";
    let text = selected;
    for (const element of document.querySelectorAll<HTMLElement>("[data-whole]"))
      if (selection?.containsNode(element, true) === true) {
        const { whole = "" } = element.dataset;
        text = text.replace(shortened(whole), whole);
      }
    if (text === selected) return;
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
  });
  document.addEventListener("paste", (event) => {
    const { target } = event;
    const given = event.clipboardData?.getData("text/plain") ?? "";
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (!isField || wholeHash(given) === given) return;
    event.preventDefault();
    target.setRangeText(wholeHash(given), target.selectionStart ?? 0, target.selectionEnd ?? 0, "end");
    target.dispatchEvent(new InputEvent("input", { bubbles: true }));
  });
}
