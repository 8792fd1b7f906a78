import { lstat, rm } from "node:fs/promises";
import { connect, type Server } from "node:net";

/** The longest path of a socket that every system takes, in bytes. */
const MAX_PATH_BYTES = 103;

export function isSocketPath(path: string): boolean {
  return path !== "" && Buffer.byteLength(path) <= MAX_PATH_BYTES;
}

/**
 * Listens on the socket of a path, in place of one without a server. Throws what the system says.
 *
 * @param mask who may not connect, of the permissions of the socket.
 */
export async function listenOnSocket(server: Server, path: string, mask: number): Promise<void> {
  if (!isSocketPath(path)) throw new RangeError(`the path of a socket has 1 to ${MAX_PATH_BYTES} bytes`);
  if (await isAbandoned(path)) await rm(path, { force: true });
  await listening(server, () => {
    // With this mask, strangers cannot connect from the moment it is bound, which is before this returns.
    const before = process.umask(mask);
    server.listen(path);
    process.umask(before);
  });
}

/** Whether there is a socket without a server: a process that was killed has left it. */
async function isAbandoned(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => null);
  if (found?.isSocket() !== true) return false;
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(false);
    });
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "ECONNREFUSED"));
  });
}

export async function listening(server: Server, begin: () => void): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.once("listening", () => {
      server.off("error", reject);
      resolve();
    });
    begin();
  });
}
