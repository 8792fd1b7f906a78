import { expect } from "chai";
import { hashOf } from "../../../src/codec/hash.js";
import { WideRoot } from "../../../src/data/snapshot/wide-root.js";

/** The root by its definition, level by level. */
function rootOf(texts: readonly string[]): string {
  let level = texts.map((text) => hashOf(text));
  if (level.length === 0) return hashOf("");
  while (level.length > 1) {
    const groups = Array.from({ length: Math.ceil(level.length / 16) }, (_, index) =>
      level.slice(index * 16, (index + 1) * 16),
    );
    level = groups.map((group) => (group.length === 1 ? (group[0] ?? "") : hashOf(group.join(""))));
  }
  return level[0] ?? "";
}

describe("The root of a part of a snapshot (docs/pruning.md)", () => {
  it("is that of a tree with 16 children a node, for any number of texts", () => {
    const texts = Array.from({ length: 4400 }, (_, index) => `text ${index}`);
    for (const count of [
      0, 1, 2, 15, 16, 17, 31, 32, 33, 255, 256, 257, 272, 273, 4095, 4096, 4097, 4113, 4400,
    ]) {
      const root = new WideRoot();
      for (const text of texts.slice(0, count)) root.add(text);
      expect(root.root(), `${count}`).to.equal(rootOf(texts.slice(0, count)));
      expect(root.count).to.equal(count);
    }
  });

  it("changes with every text and with their order", () => {
    const rootWith = (texts: readonly string[]): string => {
      const root = new WideRoot();
      for (const text of texts) root.add(text);
      return root.root();
    };
    const roots = [["a", "b"], ["b", "a"], ["a", "c"], ["a"], ["ab"], []].map(rootWith);
    expect(new Set(roots).size).to.equal(roots.length);
  });
});
