// Notices that the local server hangs: it neither answers nor ends. Deployed, the platform's limits do that.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const DEFAULT_SECONDS = 30;
const PAUSE_MS = 5_000;
/** Deployed, an isolate has 128 MB; this is all of them, with the runtime. */
const MAX_MEMORY_MB = 3_000;

/**
 * How long the server may stay silent, from WATCHDOG_SECONDS: 0 turns the watchdog off, for one who debugs with
 * breakpoints.
 * @returns {{silenceMs: number, pauseMs: number} | null} null if it is no number
 */
export function readWatchdog() {
  const seconds = Number(process.env.WATCHDOG_SECONDS || DEFAULT_SECONDS);
  if (!Number.isFinite(seconds) || seconds < 0) return null;
  const silenceMs = seconds * 1_000;
  return { silenceMs, pauseMs: Math.min(PAUSE_MS, silenceMs) };
}

/**
 * Asks the server for its health, and looks at the memory of its process group.
 * @returns {Promise<string | null>} the rest of a sentence on what is wrong, or null
 */
export async function findTrouble(child, address, { silenceMs }) {
  const memory = await readMemory(child.pid);
  if (memory > MAX_MEMORY_MB) return `took ${Math.round(memory)} MB of memory`;
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(silenceMs) });
    await response.body?.cancel();
    return null;
  } catch (error) {
    // A refused connection is a server that starts anew by itself, as the development server does.
    return error.name === 'TimeoutError'
      ? `did not answer for ${Math.round(silenceMs / 1_000)} s`
      : null;
  }
}

/** Megabytes of the runtime in a process group; 0 where that cannot be told. */
async function readMemory(group) {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pgid=,rss=,comm=']);
    const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/));
    const own = rows.filter(([id, , name = '']) => Number(id) === group && /workerd/.test(name));
    return own.reduce((sum, [, kilobytes]) => sum + Number(kilobytes), 0) / 1_024;
  } catch {
    return 0;
  }
}
