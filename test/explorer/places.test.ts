import { expect } from "chai";
import { keepingHeight, linkTo, readPlace, PLACES, type PlaceName } from "../../src/explorer/places.js";

describe("the links of the explorer", () => {
  const read = (link: string): ReturnType<typeof readPlace> => {
    const { pathname, search } = new URL(link, "http://127.0.0.1");
    return readPlace(pathname, search);
  };

  it("name every place, with its id, height and parameters", () => {
    for (const [name, { hasId }] of Object.entries(PLACES)) {
      const id = hasId ? "0a/?#%‮ é" : "";
      const link = linkTo(name as PlaceName, id, { at: 120, query: { q: "a b&c" } });
      expect(read(link), link).to.deep.equal({ name, id, at: 120, query: new Map([["q", "a b&c"]]) });
    }
  });

  it("stay as they are", () => {
    expect(linkTo("overview")).to.equal("/explorer");
    expect(linkTo("block", 12)).to.equal("/explorer/block/12");
    expect(linkTo("resourceBlock", 3)).to.equal("/explorer/resource-block/3");
    expect(linkTo("transaction", "ab")).to.equal("/explorer/tx/ab");
    expect(linkTo("address", "ab", { at: 120 })).to.equal("/explorer/address/ab?at=120");
    expect(linkTo("code", "ab")).to.equal("/explorer/code/ab");
    expect(linkTo("network")).to.equal("/explorer/network");
  });

  it("accept a slash at the end, and a height only when it is one", () => {
    expect(read("/explorer/")).to.include({ name: "overview" });
    expect(read("/explorer/block/12/")).to.include({ name: "block", id: "12" });
    for (const at of ["-1", "1.5", "01", "1e3", "", "9".repeat(16)])
      expect(read(`/explorer?at=${at}`), at).to.include({ at: null });
  });

  it("name no place otherwise", () => {
    for (const link of [
      "/",
      "/explorerx",
      "/explorer/nothing",
      "/explorer/block",
      "/explorer/block/",
      "/explorer/block/1/2",
      "/explorer/blocks/1",
      "/explorer/block/%ff",
      "/explorer/constructor",
      "/explorer/__proto__/1",
    ])
      expect(read(link), link).to.equal(null);
  });

  it("keep the height of the page, unless they have one of their own or lead to a page without one", () => {
    const bob = "8f79a7b1b2653b31fe741cf7020105c5d7f01e454dbb";
    expect(keepingHeight(`/explorer/address/${bob}?page=2`, 12)).to.equal(
      `/explorer/address/${bob}?page=2&at=12`,
    );
    expect(keepingHeight(`/explorer/address/${bob}?at=3`, 12)).to.equal(`/explorer/address/${bob}?at=3`);
    expect(keepingHeight("/explorer/codes", 12)).to.equal("/explorer/codes?at=12");
    for (const link of ["/explorer", "/explorer/blocks", "/explorer/block/3", "/elsewhere"])
      expect(keepingHeight(link, 12)).to.equal(link);
    expect(keepingHeight("/explorer/codes", null)).to.equal("/explorer/codes");
  });
});
