import { readdirSync, readFileSync } from 'node:fs';

/** CPU of all threads of a process so far, in milliseconds, by the kernel; Linux only. */
export function processCpu(pid) {
  const spent = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return spent.reduce((sum, time) => sum + time, 0) / 1_000_000;
}
