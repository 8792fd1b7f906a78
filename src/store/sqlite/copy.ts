import { openDriver } from "./driver.js";

/**
 * Writes a database as it is at this moment into a new file, while another process may write to it. Throws the signal's
 * reason as soon as it is aborted; the new file is then incomplete.
 */
export async function copyDatabase(file: string, newFile: string, signal: AbortSignal): Promise<void> {
  const driver = await openDriver(file, "read-only");
  const interrupt = (): void => driver.interrupt();
  signal.addEventListener("abort", interrupt, { once: true });
  try {
    signal.throwIfAborted();
    await driver.run("VACUUM INTO ?", [newFile]);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", interrupt);
    await driver.close();
  }
}
