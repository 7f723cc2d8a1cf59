import { redact } from './redact.ts';

export type LogFields = Record<string, unknown>;

/** Structured lines: an event in dotted words (`draft.created`) and fields. */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

type Level = keyof Log;

/** A log whose every line is one JSON object that carries `context`; credentials are blanked. */
export function createLog(
  context: LogFields,
  write: (level: Level, line: string) => void = writeToConsole,
): Log {
  const at = (level: Level) => (event: string, fields?: LogFields) => {
    const line = { level, event, ...context, ...fields };
    write(level, JSON.stringify(redact(line)));
  };
  return { info: at('info'), warn: at('warn'), error: at('error') };
}

function writeToConsole(level: Level, line: string): void {
  console[level](line);
}
