import { testedFault, type Fault } from "./fault.js";
import { fault as distantNodes } from "./distant-nodes.fault.js";
import { fault as failingDisk } from "./failing-disk.fault.js";
import { fault as hostileAnswers } from "./hostile-answers.fault.js";
import { fault as hostileMix } from "./hostile-mix.fault.js";
import { fault as hostileRequests } from "./hostile-requests.fault.js";
import { fault as idleConnections } from "./idle-connections.fault.js";
import { fault as damagedKeystore } from "./damaged-keystore.fault.js";
import { fault as killedBranchSwitch } from "./killed-branch-switch.fault.js";
import { fault as killedImport } from "./killed-import.fault.js";
import { fault as killedAtAWrite } from "./killed-at-a-write.fault.js";
import { fault as killedNodesOfASigner } from "./killed-nodes-of-a-signer.fault.js";
import { fault as littleMemory } from "./little-memory.fault.js";
import { fault as noInodes } from "./no-inodes.fault.js";
import { fault as powerLoss } from "./power-loss.fault.js";
import { fault as rateFlood } from "./rate-flood.fault.js";
import { fault as readOnlyMount } from "./read-only-mount.fault.js";
import { fault as stoppedProcess } from "./stopped-process.fault.js";
import { fault as unreadAnswers } from "./unread-answers.fault.js";

/** Every fault by name. Those of the last part are made by tests that stand elsewhere. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  "killed-at-a-write": killedAtAWrite,
  "killed-import": killedImport,
  "killed-branch-switch": killedBranchSwitch,
  "killed-nodes-of-a-signer": killedNodesOfASigner,
  "power-loss": powerLoss,
  "failing-disk": failingDisk,
  "no-inodes": noInodes,
  "read-only-mount": readOnlyMount,
  "little-memory": littleMemory,
  "damaged-keystore": damagedKeystore,
  "stopped-process": stoppedProcess,
  "hostile-requests": hostileRequests,
  "hostile-mix": hostileMix,
  "hostile-answers": hostileAnswers,
  "unread-answers": unreadAnswers,
  "rate-flood": rateFlood,
  "idle-connections": idleConnections,
  "distant-nodes": distantNodes,
  "killed-during-commits": testedFault(
    {
      fault: "The process is killed while it commits and undoes blocks",
      made: "SIGKILL at random times of a process that writes the store",
      promise: "each block is there as a whole or not at all; the state is that of a replay",
    },
    ["store/crash.test", "acceptance/crash.slow.test"],
  ),
  "torn-notes": testedFault(
    {
      fault: "The notes beside the database are torn, missing or of another time",
      made: "files cut and replaced: the signatures, the tip, the pool, the peers",
      promise: "nothing is signed twice; a loss is reported, and what was complete is used",
    },
    [
      "data/directory/signing-memory-file.test",
      "data/directory/tip-note.test",
      "data/directory/loss-watch.test",
      "data/directory/pool-file.test",
      "data/directory/peers-file.test",
    ],
  ),
  "old-backup": testedFault(
    {
      fault: "An old backup runs in the place of a validator",
      made: "a copied directory is started after later blocks were sealed",
      promise: "no second signature for a round and time that was signed",
    },
    ["node/restored-backup.test"],
  ),
  "two-validators": testedFault(
    {
      fault: "Two processes have the key of one validator",
      made: "two nodes with one identity, connected; forged and replayed statements of the key",
      promise:
        "the one that sees the other's signature signs nothing more and says so; no relay can bring that about",
    },
    ["node/signing-watch.test"],
  ),
  "wrong-clock": testedFault(
    {
      fault: "The clock was ahead, or the data directory disappears",
      made: "blocks sealed an hour ahead, then the right time; a directory removed, moved or emptied under the node",
      promise:
        "status, readiness and log say for how long nothing is signed and what to do; nothing is signed into a directory that is gone",
    },
    ["node/clock-ahead.test"],
  ),
  "full-rounds": testedFault(
    {
      fault: "Blocks or signatures cannot be written for a while",
      made: "writes of the store and of the signatures fail and recover",
      promise: "one fault with a begin and an end in status and log; the block is made afterwards",
    },
    ["node/rounds.test"],
  ),
  "damaged-database": testedFault(
    {
      fault: "Pages of the database are damaged",
      made: "flipped bytes, cut files, damaged state and lost blocks in copies of a database",
      promise: "data check and reindex name and repair what can be repaired, and lose no intact block",
    },
    [
      "acceptance/damaged-state.slow.test",
      "commands/data/faults.slow.test",
      "commands/data/interrupted.slow.test",
    ],
  ),
  "hostile-peers": testedFault(
    {
      fault: "Peers answer wrongly, slowly or endlessly",
      made: "generated answers to every question of a node",
      promise: "no crash, no wrong block, bounded memory; the peer is set aside",
    },
    ["peers/hostile-peer.test", "peers/stray-answers.test"],
  ),
  "wrong-permissions": testedFault(
    {
      fault: "Keys or the data directory may be read by others",
      made: "files and directories of the keystore and of the node with wider modes",
      promise: "they are refused with the mode that they need",
    },
    ["data/keys/keystore.test", "data/directory/data-directory.test"],
  ),
  "changing-names": testedFault(
    {
      fault: "The name of a peer leads elsewhere at each question",
      made: "a resolver whose answers change between allowed and forbidden addresses",
      promise:
        "each connection goes to the address that was checked for it, and nowhere when none is allowed",
    },
    ["peers/transport/http-connect.test"],
  ),
  "slow-clients": testedFault(
    {
      fault: "Clients are slow, send half a request, or too many at once",
      made: "sockets that send a byte now and then, thousands of requests ahead, low limits of open files",
      promise: "every other client is answered; connections stay within their limits",
    },
    ["rpc/connections.test", "rpc/limits.test", "rpc/overload.test"],
  ),
  proxies: testedFault(
    {
      fault: "Users come through a proxy, claim to be others, and the node is killed",
      made: "300 users whose bodies come in two packets through nginx, HAProxy with and without the PROXY protocol, and Caddy; forged, broken and endless headers",
      promise:
        "0 requests fail while the node runs; each user has the limits of one caller, and all are answered again after a restart",
    },
    ["rpc/proxies.test", "rpc/proxies.slow.test", "rpc/forwarded.test", "rpc/proxy-header.test"],
  ),
  "faulty-network": testedFault(
    {
      fault: "Machines crash, clocks differ, partitions, lossy links, lying validators",
      made: "four and nine nodes on a simulated network, by seeds",
      promise: "no two blocks of one height are final, no balance is wrong; the nodes agree after the faults",
    },
    ["simulation/simulation.test"],
  ),
  "projection-database": testedFault(
    {
      fault: "The PostgreSQL database of the projection, its network or a projector fails",
      made: "connections cut and processes killed at every message, two projectors at once, a server killed and started again, a silent network, no free connection, a lock, a full disk, a promoted replica, a deleted database",
      promise:
        "no block is written twice or left out, and the projection continues without an operator; the node seals blocks meanwhile",
    },
    [
      "readers/projector/faults.slow.test",
      "readers/projector/killed-process.slow.test",
      "readers/projection/projection-thread.slow.test",
    ],
  ),
  readers: testedFault(
    {
      fault: "A reader, its clients, its PostgreSQL server or the network between fails",
      made: "a reader killed between and during requests, a silent and a cut network, no free connection, a server killed and started as another network's, a replica that lags, a server replaced, forks of every depth while reading, clients that do not read",
      promise:
        "each answer is whole, byte for byte the node's at one height, or an error; a reader that lags says so, and goes on without an operator",
    },
    ["readers/reader/faults.slow.test", "readers/reader/slow-clients.slow.test"],
  ),
};
