import type { CataloguedError } from "../src/cli/command.js";
import * as codec from "../src/codec/errors.js";
import * as records from "../src/records/errors.js";
import * as store from "../src/store/errors.js";
import * as vm from "../src/vm/errors.js";
import * as client from "../src/client/errors.js";
import * as ledger from "../src/ledger/errors.js";
import * as contract from "../src/contract/errors.js";
import * as consensus from "../src/consensus/errors.js";
import * as peers from "../src/peers/errors.js";
import * as replay from "../src/replay/errors.js";
import * as node from "../src/node/errors.js";
import * as directory from "../src/node/directory/errors.js";
import * as keys from "../src/node/keys/errors.js";
import * as actions from "../src/actions/errors.js";
import * as repl from "../src/repl/errors.js";
import * as testing from "../src/testing/errors.js";
import * as rpc from "../src/rpc/errors.js";
import * as cli from "../src/cli/errors.js";
import * as commands from "./errors.js";
import * as code from "./code/errors.js";

const ROOMS = {
  codec,
  records,
  store,
  vm,
  client,
  ledger,
  contract,
  consensus,
  peers,
  replay,
  node,
  directory,
  keys,
  actions,
  repl,
  testing,
  rpc,
  cli,
  commands,
  code,
};

export const ERRORS: readonly CataloguedError[] = Object.entries(ROOMS).flatMap(([room, errors]) =>
  Object.values(errors).map(({ code, kind, definition }) => ({ room, code, kind, definition })),
);
