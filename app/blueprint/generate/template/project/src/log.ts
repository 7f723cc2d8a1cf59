/** From least to most severe. */
export const LEVELS = ['info', 'warn', 'error'] as const;

export type Level = (typeof LEVELS)[number];

let least = 0;

/** Sets the lowest level that is logged. */
export function logFrom(level: Level): void {
  least = LEVELS.indexOf(level);
}

/** Whether messages of this level are logged. */
export function isLogged(level: Level): boolean {
  return LEVELS.indexOf(level) >= least;
}

/** Writes one JSON object on one line of standard error; standard output belongs to the protocol. */
export function log(level: Level, message: string, fields: Record<string, unknown> = {}): void {
  if (!isLogged(level)) return;
  console.error(JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }));
}
