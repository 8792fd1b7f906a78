import { expect } from "chai";
import { BROADCAST } from "../../src/records/operations/broadcast.js";
import { textIn } from "../support/vectors.js";
import { ToldNews } from "../../src/peers/told-news.js";

const WANTED = BROADCAST.parameters.find(({ name }) => name === "wanted");
const ID = "ab".repeat(16);
const NEWS = new Map([
  ["since", "1-1"],
  ["main", ""],
  ["resource", ""],
]);

/** What a peer that tells one transaction is asked for next. */
function askedOf(told: ToldNews): readonly string[] {
  told.read(new Map([["news", new Map<string, string | string[]>([...NEWS, ["transactions", [ID]]])]]));
  const isToAsk = (id: string): boolean => !told.isRefused(id);
  return told.question({
    isLacking: () => true,
    isToAsk,
    isFirst: true,
    mayWait: true,
    tip: "",
    patienceMs: 500,
  }).asked;
}

describe("What a peer tells (PROTOCOL 15.15)", () => {
  it("is waited for, but not long while another peer is asked for a part of it", () => {
    const told = new ToldNews();
    const waitOf = (): unknown =>
      told
        .question({
          isLacking: () => true,
          isToAsk: () => false,
          isFirst: true,
          mayWait: true,
          tip: "",
          patienceMs: 500,
        })
        .parameters.get("wait");
    told.read(new Map([["news", NEWS]]));
    expect(waitOf()).to.equal(2000n);
    askedOf(told);
    told.read(new Map([["news", new Map<string, string | string[]>([...NEWS, ["transactions", [ID]]])]]));
    expect(waitOf()).to.equal(500n);
  });

  it("is asked for, but not again in this round once its copy was refused", () => {
    const told = new ToldNews();
    expect(askedOf(told)).to.deep.equal([ID]);
    told.refuse(ID);
    expect(askedOf(told)).to.deep.equal([]);
    told.forgetRefused();
    expect(askedOf(told)).to.deep.equal([ID]);
  });

  it("is asked for in as many ids as the operation takes, and the rest with the next question", () => {
    const told = new ToldNews();
    const ids = Array.from({ length: 300 }, (_, index) => String(index).padStart(32, "0"));
    told.read(new Map([["news", new Map<string, string | string[]>([...NEWS, ["transactions", ids]])]]));
    const asked: string[] = [];
    for (let question = 0; asked.length < ids.length; question += 1) {
      expect(question).to.be.lessThan(2);
      const { parameters } = told.question({
        isLacking: () => true,
        isToAsk: () => true,
        isFirst: false,
        mayWait: true,
        patienceMs: 500,
        tip: "",
      });
      const wanted = textIn(parameters.get("wanted"));
      expect(wanted.length).to.be.at.most(WANTED?.maxlength ?? 0);
      asked.push(...wanted.split(","));
    }
    expect(asked).to.deep.equal(ids);
  });

  it("is asked of another peer after one gave a copy that was refused (PROTOCOL 15.7)", () => {
    const [liar, honest] = [new ToldNews(), new ToldNews()];
    liar.refuse(ID);
    expect(askedOf(liar)).to.deep.equal([]);
    expect(askedOf(honest)).to.deep.equal([ID]);
  });
});
