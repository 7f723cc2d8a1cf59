// Loaded before a measured program: when it ends, says on a line of standard error what it used.
import { readFileSync } from 'node:fs';

process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const cpuMs = (userCPUTime + systemCPUTime) / 1_000;
  const maxRssKb = readPeak() ?? maxRSS;
  process.stderr.write(`\nusage ${JSON.stringify({ maxRssKb, cpuMs })}\n`);
});

/** The program's own peak: what the kernel counts otherwise begins with that of its parent. */
function readPeak() {
  try {
    return Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
  } catch {
    return null;
  }
}
