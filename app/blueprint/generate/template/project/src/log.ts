export type Level = 'info' | 'warn' | 'error';

/** Writes one JSON object on one line of standard error; standard output belongs to the protocol. */
export function log(level: Level, message: string, fields: Record<string, unknown> = {}): void {
  console.error(JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }));
}
