import { PRESET_NAMES } from "../../src/system/presets.js";
import { describeSupply } from "./describe-supply.js";

describeSupply(250, PRESET_NAMES);
