import { expect } from "chai";
import { valueToText } from "../../src/codec/text.js";
import type { OperationParameter, SystemRequest } from "../../src/records/operations/operation.js";
import { SYSTEM_REQUESTS } from "../../src/records/operations/system-requests.js";
import { ask, envelopeOf, json, type HttpAnswer } from "./support/http.js";
import { component, expectValid } from "./support/openapi-validator.js";
import { useRecordedNode } from "./support/recorded-node.js";

/** What a parameter is given when another one is tried. */
const GOOD: Readonly<Record<string, string>> = {
  count: "3",
  address: '"b5cf90a96fcfe3faf73bdc2c8b1830593bc08484732e"',
};

/** JSON that no node must stumble over. */
const HOSTILE: readonly string[] = [
  '""',
  "0",
  "-1",
  "-0",
  "1.5",
  "1e30",
  "9223372036854775807",
  "9223372036854775808",
  "-9223372036854775808",
  "true",
  "false",
  "[]",
  '["x"]',
  '{"$hash":["x"]}',
  '{"__proto__":{"a":1},"constructor":1}',
  String.raw`"\u0000"`,
  String.raw`"\ud83d\ude00"`,
  `"'; DROP TABLE blocks; --"`,
  '"%00%ff"',
  `"${"9".repeat(78)}"`,
  `"${"f".repeat(78)}"`,
  `${"[".repeat(400)}${"]".repeat(400)}`,
];

describe("SPEC.md's system requests, row by row", () => {
  const node = useRecordedNode();

  async function send(type: string, parameters: Readonly<Record<string, string>>): Promise<HttpAnswer> {
    const members = Object.entries({ type: `"${type}"`, ...parameters });
    const text = members.map(([name, value]) => `"${name}":${value}`).join(",");
    return ask(node().url, "/rawrequest", json(`{"request":{${text}}}`));
  }

  async function messageOf(type: string, parameters: Readonly<Record<string, string>>): Promise<unknown> {
    const answer = await send(type, parameters);
    expect(answer.status).to.be.oneOf([200, 400]);
    return answer.status === 400 ? envelopeOf(answer).get("msg") : null;
  }

  /** The mandatory parameters with good values. */
  function needed({ parameters }: SystemRequest): Record<string, string> {
    const mandatory = parameters.filter(({ requirements }) => requirements);
    return Object.fromEntries(mandatory.map(({ name }) => [name, GOOD[name] ?? "1"]));
  }

  for (const [type, request] of SYSTEM_REQUESTS) {
    describe(type, () => {
      const required = needed(request);

      it("answers what the document says, with status success", async () => {
        const answer = await send(type, required);
        expect(answer.status, answer.text).to.equal(200);
        expectValid(component(`${type}Answer`), envelopeOf(answer));
      });

      for (const parameter of request.parameters) describeParameter(type, parameter, required);
    });
  }

  function describeParameter(
    type: string,
    parameter: OperationParameter,
    required: Record<string, string>,
  ): void {
    const { name, maxlength, requirements, cases, minimum, maximum } = parameter;
    const tooLong = `The length of the parameter '${name}' must be less than ${maxlength} characters. `;
    const isInteger = parameter.type === "int";
    const ofLength = (length: number): string => (isInteger ? "1".repeat(length) : `"${"a".repeat(length)}"`);

    it(`${name}: takes ${maxlength} characters and not one more`, async () => {
      expect(await messageOf(type, { ...required, [name]: ofLength(maxlength) })).to.not.equal(tooLong);
      const longer = await messageOf(type, { ...required, [name]: ofLength(maxlength + 1) });
      // The known values are looked at before the length (PROTOCOL 5).
      expect(longer).to.equal(
        cases === null
          ? tooLong
          : `Parameter '${name}' must be one of the following: ${cases.map(valueToText).join(", ")} `,
      );
    });

    if (requirements) {
      it(`${name}: is mandatory`, async () => {
        const { [name]: _, ...others } = required;
        const missing = `The data must contain the '${name}' parameter. `;
        expect(await messageOf(type, others)).to.equal(missing);
        expect(await messageOf(type, { ...others, [name]: "null" })).to.equal(missing);
      });

      it(`${name}: is of its type`, async () => {
        expect(await messageOf(type, { ...required, [name]: isInteger ? '"x"' : "5" })).to.equal(
          `Parameter '${name}' must be of ${isInteger ? "integer" : "string"} type. `,
        );
      });
    } else {
      it(`${name}: may be left out or null`, async () => {
        expect(await messageOf(type, { ...required, [name]: "null" })).to.equal(null);
      });
    }

    if (minimum !== undefined) {
      it(`${name}: takes ${minimum} and nothing below`, async () => {
        expect(await messageOf(type, { ...required, [name]: String(minimum) })).to.equal(null);
        expect(await messageOf(type, { ...required, [name]: String(minimum - 1) })).to.equal(
          `The parameter "${name}" must be greater than or equal to ${minimum}.`,
        );
      });
    }

    if (maximum !== undefined) {
      it(`${name}: takes ${maximum} and nothing beyond`, async () => {
        expect(await messageOf(type, { ...required, [name]: String(maximum) })).to.equal(null);
        const beyond = String(maximum + 1);
        expect(await messageOf(type, { ...required, [name]: beyond })).to.equal(
          beyond.length > maxlength
            ? tooLong
            : `The parameter "${name}" must be less than or equal to ${maximum}.`,
        );
      });
    }

    it(`${name}: is answered or refused whatever it is given`, async () => {
      for (const value of HOSTILE) {
        const answer = await send(type, { ...required, [name]: value });
        expect(answer.status, value).to.be.oneOf([200, 400]);
        const schema = answer.status === 200 ? `${type}Answer` : "Failure";
        expectValid(component(schema), envelopeOf(answer));
      }
    });
  }

  it("meet no error that nobody expected", () => {
    expect(node().errors).to.deep.equal([]);
  });
});
