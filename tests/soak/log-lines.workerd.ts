const LEVELS = ['debug', 'info', 'log', 'warn', 'error'] as const;

/** What the Worker and its objects have written to the console; they run in the isolate of the soak. */
export interface CollectedLines {
  lines: readonly string[];
  stop: () => void;
}

/** Collects the lines of the log from now on; they are written as ever. */
export function collectLines(): CollectedLines {
  const lines: string[] = [];
  const before = LEVELS.map((level) => [level, console[level]] as const);
  for (const [level, write] of before) {
    console[level] = (...written: unknown[]) => {
      lines.push(written.map(toText).join(' '));
      write.apply(console, written);
    };
  }
  return { lines, stop: () => Object.assign(console, Object.fromEntries(before)) };
}

/** The lines that name a secret, told without it; a log without any line was not looked through. */
export function findInLines(lines: readonly string[], secrets: readonly string[]): string[] {
  if (lines.length === 0) return ['no line of the log was seen'];
  return lines.flatMap((line) => {
    const found = secrets.filter((secret) => line.includes(secret));
    return found.map(() => `a secret is in a line of the log about ${toEvent(line)}`);
  });
}

function toText(written: unknown): string {
  if (typeof written === 'string') return written;
  if (written instanceof Error) return written.stack ?? written.message;
  return JSON.stringify(written) ?? String(written);
}

function toEvent(line: string): string {
  return /"event":"([\w.]+)"/.exec(line)?.[1] ?? 'something without an event';
}
