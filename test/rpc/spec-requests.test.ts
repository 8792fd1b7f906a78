import { expect } from "chai";
import { SYSTEM_REQUESTS } from "../../src/records/operations/system-requests.js";
import { HOSTILE_JSON } from "./support/hostile.js";
import { ask, envelopeOf, json, type HttpAnswer } from "./support/http.js";
import { component, expectValid } from "./support/openapi-validator.js";
import { useRecordedNode } from "./support/recorded-node.js";
import { SPEC_REQUESTS, type SpecParameter } from "./support/spec-system-requests.js";

/** Parameters as JSON texts. */
type Parameters = Readonly<Record<string, string>>;

/** Values that are not of a type. */
const MISTYPED: Readonly<Record<SpecParameter["type"], readonly string[]>> = {
  string: ["5", "true", "[]", '["x"]', "{}"],
  int: ['"x"', "1.5", "true", "[]", "{}"],
  boolean: ['"x"', "5", "[]", "{}"],
};
const TYPE_NAMES: Readonly<Record<SpecParameter["type"], string>> = {
  string: "string",
  int: "integer",
  boolean: "boolean",
};

describe("the system requests of the RPC interface, parameter by parameter (PROTOCOL 5.8, 5.9, 5.10)", () => {
  const node = useRecordedNode();

  async function send(type: string, parameters: Parameters): Promise<HttpAnswer> {
    const members = Object.entries({ type: `"${type}"`, ...parameters });
    const text = members.map(([name, value]) => `"${name}":${value}`).join(",");
    return ask(node().url, "/rawrequest", json(`{"request":{${text}}}`));
  }

  /** The message of the refusal, null when the request was answered. */
  async function messageOf(type: string, parameters: Parameters): Promise<unknown> {
    const answer = await send(type, parameters);
    expect(answer.status, answer.text).to.be.oneOf([200, 400]);
    return answer.status === 400 ? envelopeOf(answer).get("msg") : null;
  }

  for (const { type, parameters } of SPEC_REQUESTS) {
    const mandatory = parameters.filter(({ isMandatory }) => isMandatory);
    const needed = Object.fromEntries(mandatory.map(({ name, good }) => [name, good[0] ?? ""]));

    describe(type, () => {
      it("needs its type to be a string", async () => {
        for (const value of ["5", "null", '["GetBlock"]', "{}"]) {
          const answer = await ask(node().url, "/rawrequest", json(`{"request":{"type":${value}}}`));
          expect(answer.status, value).to.equal(400);
        }
      });

      it(
        mandatory.length === 0
          ? "needs no parameter"
          : `needs ${mandatory.map(({ name }) => name).join()} alone`,
        async () => {
          expect(await messageOf(type, needed)).to.equal(null);
        },
      );

      it("ignores parameters that it does not have", async () => {
        const others = { unknown: "1", ["__proto__"]: '{"full":true}', constructor: "[]", toString: '"x"' };
        expect((await send(type, { ...needed, ...others })).text).to.equal((await send(type, needed)).text);
      });

      for (const parameter of parameters) describeParameter(type, parameter, needed);
    });
  }

  function describeParameter(type: string, parameter: SpecParameter, needed: Parameters): void {
    const { name, maxlength, isMandatory = false, cases, minimum, maximum, good } = parameter;
    const given = (value: string): Parameters => ({ ...needed, [name]: value });
    const tooLong = `The length of the parameter '${name}' must be less than ${maxlength} characters. `;
    const isInteger = parameter.type === "int";
    const ofLength = (length: number): string => (isInteger ? "1".repeat(length) : `"${"a".repeat(length)}"`);

    it(`${name}: accepts ${good.join(", ")}`, async () => {
      for (const value of good) {
        const answer = await send(type, given(value));
        expect(answer.status, answer.text).to.equal(200);
        expectValid(component(`${type}Answer`), envelopeOf(answer));
      }
    });

    it(`${name}: accepts ${maxlength} characters and not one more (maxlength, PROTOCOL 13.15)`, async () => {
      expect(await messageOf(type, given(ofLength(maxlength)))).to.not.equal(tooLong);
      const longer = await messageOf(type, given(ofLength(maxlength + 1)));
      // The cases are checked before the length (PROTOCOL 5.10).
      expect(longer).to.equal(
        cases === undefined
          ? tooLong
          : `Parameter '${name}' must be one of the following: ${cases.join(", ")} `,
      );
    });

    if (isMandatory) {
      it(`${name}: is mandatory`, async () => {
        const { [name]: _, ...others } = needed;
        const missing = `The data must contain the '${name}' parameter. `;
        expect(await messageOf(type, others)).to.equal(missing);
        expect(await messageOf(type, { ...others, [name]: "null" })).to.equal(missing);
      });

      it(`${name}: must be of its type, ${parameter.type}`, async () => {
        for (const value of MISTYPED[parameter.type]) {
          expect(await messageOf(type, given(value)), value).to.equal(
            `Parameter '${name}' must be of ${TYPE_NAMES[parameter.type]} type. `,
          );
        }
      });
    } else {
      it(`${name}: is optional, left out or null`, async () => {
        expect((await send(type, given("null"))).text).to.equal((await send(type, needed)).text);
      });

      const hasBounds = minimum !== undefined || maximum !== undefined;
      it(`${name}: of another type is answered, or refused for its bounds, cases or length (PROTOCOL 5.10)`, async () => {
        for (const value of MISTYPED[parameter.type]) {
          const message = await messageOf(type, given(value));
          // Bounds need an integer.
          const isForType = hasBounds && message === `Parameter '${name}' must be of integer type. `;
          if (message !== null && !isForType)
            expect(message, value).to.match(/must be (less|greater) than or|one of the following|less than/);
        }
      });
    }

    if (parameter.default !== undefined) {
      const { default: standard } = parameter;
      it(`${name}: is ${standard} by default (PROTOCOL 5.9)`, async () => {
        expect((await send(type, given(standard))).text).to.equal((await send(type, needed)).text);
      });
    }

    if (minimum !== undefined) {
      it(`${name}: accepts ${minimum} and nothing below, such as 0 and negative numbers (PROTOCOL 13.14)`, async () => {
        expect(await messageOf(type, given(String(minimum)))).to.equal(null);
        for (const below of [minimum - 1, -1, -999]) {
          expect(await messageOf(type, given(String(below)))).to.equal(
            `The parameter "${name}" must be greater than or equal to ${minimum}.`,
          );
        }
      });
    }

    if (maximum !== undefined) {
      it(`${name}: accepts ${maximum} and nothing beyond (PROTOCOL 13.14)`, async () => {
        expect(await messageOf(type, given(String(maximum)))).to.equal(null);
        const beyond = String(maximum + 1);
        expect(await messageOf(type, given(beyond))).to.equal(
          beyond.length > maxlength
            ? tooLong
            : `The parameter "${name}" must be less than or equal to ${maximum}.`,
        );
      });
    }

    if (cases !== undefined) {
      it(`${name}: accepts only ${cases.join(" and ")}`, async () => {
        for (const value of ["", "Contract", "contracts", "__proto__"]) {
          expect(await messageOf(type, given(JSON.stringify(value))), value).to.include(
            "must be one of the following",
          );
        }
      });
    }

    it(`${name}: answers or refuses every value`, async () => {
      for (const value of HOSTILE_JSON) {
        const answer = await send(type, given(value));
        expect(answer.status, value).to.be.oneOf([200, 400]);
        const schema = answer.status === 200 ? `${type}Answer` : "Failure";
        expectValid(component(schema), envelopeOf(answer));
      }
    });
  }

  it("are the fifteen of the operations table, with no parameter missing there", () => {
    expect([...SYSTEM_REQUESTS.keys()]).to.deep.equal(SPEC_REQUESTS.map(({ type }) => type));
    for (const { type, parameters } of SPEC_REQUESTS) {
      const names = SYSTEM_REQUESTS.get(type)?.parameters.map(({ name }) => name);
      expect(names, type).to.include.members(parameters.map(({ name }) => name));
    }
  });

  it("meet no unexpected error", () => {
    expect(node().errors).to.deep.equal([]);
  });
});
