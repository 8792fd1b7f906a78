interface Service {
  /** The words before `start`: a program in systemd's search path, or absolute paths. */
  readonly program: readonly string[];
  readonly user: string;
  readonly dataDirectory: string;
}

export const PACKAGED: Service = {
  program: ["chainnode"],
  user: "chainnode",
  dataDirectory: "/var/lib/chainnode",
};

/** systemd makes the directories under /var/lib itself (StateDirectory), whose names may have no special character. */
const STATE = /^\/var\/lib\/(?!.*\.\.)([\w.+/-]+)$/;
const HOMES = ["/home/", "/root/", "/run/user/"];

export function serviceUnit({ program, user, dataDirectory }: Service): string {
  const isState = STATE.test(dataDirectory);
  const isAtHome = [...program, dataDirectory].some((path) => HOMES.some((home) => path.startsWith(home)));
  const [path, ...words] = [...program, "start", "--data-dir", dataDirectory];
  // Variables are expanded in the arguments only.
  const command = [path, ...words.map((word) => word.replaceAll("$", "$$$$"))].map(unitWord).join(" ");
  return `# The systemd unit of a chainnode node. \`chainnode service print\` writes it with the paths of a machine.
[Unit]
Description=chainnode, a blockchain node
Documentation=man:chainnode-start(1)
Wants=network-online.target
After=network-online.target time-sync.target
# A node that ends ten times in ten minutes stays stopped.
StartLimitIntervalSec=10min
StartLimitBurst=10

[Service]
User=${user}
${isState ? `StateDirectory=${STATE.exec(dataDirectory)?.[1]}\nStateDirectoryMode=0700` : `ReadWritePaths=${unitWord(dataDirectory)}`}
ExecStart=${command}
# Reads the certificate again.
ExecReload=/bin/kill -HUP $MAINPID

# The node tells by systemd-notify that it is ready, and twice a minute that it is alive.
Type=notify
NotifyAccess=all
WatchdogSec=60
# After an upgrade the first start may rebuild the database, which takes as long as it takes.
TimeoutStartSec=infinity
# Ten seconds suffice; a full disk may be slow.
TimeoutStopSec=60
Restart=on-failure
RestartSec=5
# A wrong setting does not become right by itself.
RestartPreventExitStatus=2
LimitNOFILE=65536
# The C library keeps less memory for its threads.
Environment=MALLOC_ARENA_MAX=2

# No privilege, no device, no file but the data directory. Not MemoryDenyWriteExecute: V8 compiles at run time.
NoNewPrivileges=yes
CapabilityBoundingSet=
LockPersonality=yes
PrivateDevices=yes
PrivateTmp=yes
PrivateUsers=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHome=${isAtHome ? "read-only" : "yes"}
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProtectSystem=strict
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
# The mining threads lower their priority.
SystemCallFilter=setpriority
SystemCallErrorNumber=EPERM
UMask=0077

[Install]
WantedBy=multi-user.target
`;
}

/** A word of a line of a unit. `%` begins a specifier, in quotes too. */
function unitWord(word: string): string {
  const escaped = word.replaceAll("%", "%%");
  return /^[\w@+=:,./%$-]+$/.test(escaped) ? escaped : `"${escaped.replaceAll(/["\\]/g, "\\$&")}"`;
}
