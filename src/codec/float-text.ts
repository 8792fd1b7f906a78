/**
 * The two texts of a float (PROTOCOL 1.9, 1.12): the shortest digits that read back the same in canonical JSON, and at
 * most 14 significant digits everywhere else.
 */

/** From here on canonical JSON is plain: `0.0001` is, `1.0e-5` is not. */
const JSON_PLAIN_FROM = 1e-4;
/** Up to here canonical JSON is plain: `10000000000000000` is, `1.0e+17` is not. */
const JSON_PLAIN_BELOW = 1e17;
/** The number of significant digits in `text(x)`, and how many whole ones are plain. */
const TEXT_DIGITS = 14;

/** Canonical JSON of a finite float: `1.5`, `10000000000000000`, `1.0e+17`, `1.0e-7`, `-0`. */
export function floatToJson(float: number): string {
  if (Object.is(float, -0)) return "-0";
  const size = Math.abs(float);
  if (size === 0 || (size >= JSON_PLAIN_FROM && size < JSON_PLAIN_BELOW)) return String(float);
  const exponential = float.toExponential();
  return exponential.includes(".") ? exponential : exponential.replace("e", ".0e");
}

/** `text(x)` of a finite float: `1.5`, `1.0E+25`, `9.2233720368548E+18`, `-0`. */
export function floatToText(float: number): string {
  if (Object.is(float, -0)) return "-0";
  return layOut(roundHalfEven(float));
}

/**
 * Rounds ties to the even digit; `toExponential` rounds them up. A tie at 14 digits is a float whose exact expansion
 * has 15 significant digits and ends in 5; 100 digits are enough to see that nothing follows.
 */
function roundHalfEven(float: number): string {
  const rounded = float.toExponential(TEXT_DIGITS - 1);
  const exact = float.toExponential(100).replace("-", "");
  const digits = exact.slice(0, exact.indexOf("e")).replace(".", "");
  const isTie = digits[TEXT_DIGITS] === "5" && /^0*$/.test(digits.slice(TEXT_DIGITS + 1));
  const lastDigitIsEven = "02468".includes(digits[TEXT_DIGITS - 1] ?? "1");
  if (!isTie || !lastDigitIsEven) return rounded;
  const sign = float < 0 ? "-" : "";
  return `${sign}${digits[0]}.${digits.slice(1, TEXT_DIGITS)}${exact.slice(exact.indexOf("e"))}`;
}

/** Lays digits out as a plain or an exponential number. `exponential` is what `toExponential` returns. */
function layOut(exponential: string): string {
  const [mantissa = "0", exponentText = "0"] = exponential.split("e");
  const sign = mantissa.startsWith("-") ? "-" : "";
  const digits = mantissa.replace(/[-.]/g, "").replace(/0+$/, "") || "0";
  const exponent = Number(exponentText);
  if (digits === "0") return "0";
  if (exponent < -4 || exponent >= TEXT_DIGITS) {
    const fraction = digits.slice(1) || "0";
    return `${sign}${digits[0]}.${fraction}E${exponent < 0 ? "-" : "+"}${Math.abs(exponent)}`;
  }
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  if (digits.length <= exponent + 1) return sign + digits.padEnd(exponent + 1, "0");
  return `${sign}${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`;
}
