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
import * as signer from "../src/signer/errors.js";
import * as node from "../src/node/errors.js";
import * as ops from "../src/ops/errors.js";
import * as readers from "../src/readers/errors.js";
import * as api from "../src/api/errors.js";
import * as base from "../src/base/errors.js";
import * as dev from "../src/dev/errors.js";
import * as data from "../src/data/chain/errors.js";
import * as snapshot from "../src/data/snapshot/errors.js";
import * as directory from "../src/data/directory/errors.js";
import * as keys from "../src/data/keys/errors.js";
import * as actions from "../src/actions/errors.js";
import * as repl from "../src/repl/errors.js";
import * as testing from "../src/testing/errors.js";
import * as rpc from "../src/rpc/errors.js";
import * as cli from "../src/cli/errors.js";
import * as commands from "./errors.js";
import * as code from "./code/errors.js";
import * as deploy from "./deploy/errors.js";

const ROOMS = {
  codec,
  base,
  records,
  store,
  vm,
  client,
  ledger,
  contract,
  consensus,
  peers,
  signer,
  replay,
  dev,
  node,
  readers,
  ops,
  api,
  data,
  directory,
  snapshot,
  keys,
  actions,
  repl,
  testing,
  rpc,
  cli,
  commands,
  code,
  deploy,
};

export const ERRORS: readonly CataloguedError[] = Object.entries(ROOMS).flatMap(([room, errors]) =>
  Object.values(errors).map(({ code, kind, definition }) => ({ room, code, kind, definition })),
);
