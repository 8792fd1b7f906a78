import { expect } from "chai";
import { MIN_FREE_BYTES } from "../../../src/ops/health/checks.js";
import { DiskForecast } from "../../../src/ops/health/disk-forecast.js";

const HOUR_US = 3_600_000_000;
const GIB = 1024 ** 3;

describe("The forecast of a full disk", () => {
  it("knows nothing in the first hour", () => {
    const forecast = new DiskForecast();
    expect(forecast.note(10 * GIB, 0)).to.equal(null);
    expect(forecast.note(9 * GIB, HOUR_US - 1)).to.equal(null);
    expect(forecast.note(null, 2 * HOUR_US)).to.equal(null);
  });

  it("goes on at the rate so far, up to the space that a node needs", () => {
    const forecast = new DiskForecast();
    forecast.note(MIN_FREE_BYTES + 10 * GIB, 0);
    expect(forecast.note(MIN_FREE_BYTES + 8 * GIB, 2 * HOUR_US)).to.equal(10 * HOUR_US);
  });

  it("is never where nothing is taken, and now where the space is used up", () => {
    const forecast = new DiskForecast();
    forecast.note(10 * GIB, 0);
    expect(forecast.note(11 * GIB, HOUR_US)).to.equal(null);
    expect(forecast.note(1, 2 * HOUR_US)).to.equal(2 * HOUR_US);
  });

  it("forgets what is older than a week", () => {
    const forecast = new DiskForecast();
    // A day in which a terabyte was copied away, then a gibibyte a day.
    forecast.note(1000 * GIB, 0);
    for (let hour = 24; hour <= 24 * 9; hour += 1)
      forecast.note(100 * GIB - (hour * GIB) / 24, hour * HOUR_US);
    const nowUs = 24 * 9 * HOUR_US;
    const fullUs = forecast.note(91 * GIB, nowUs) ?? 0;
    expect((fullUs - nowUs) / HOUR_US / 24).to.be.closeTo(90.75, 0.01);
  });
});
