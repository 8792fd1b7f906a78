import { describeFaults } from "./describe-faults.js";

describeFaults(1);
