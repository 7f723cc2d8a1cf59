import type { Call } from '#app/builder/built-in/turn.ts';

/** Result of a clause. */
export type Effect =
  /** The model was changed. */
  | { kind: 'done'; focus?: string[]; note?: string; argument?: string }
  /** Calls other than changes of the model: undo, a test, the report. */
  | { kind: 'calls'; calls: Call[]; say?: 'report' | 'result' }
  | { kind: 'ask'; question: string; choices: string[] }
  | { kind: 'say'; text: string }
  /** Impossible, with the reason. */
  | { kind: 'decline'; text: string };

/** The effect of changing these tools. */
export function doneWith(tools: readonly { name: string }[]): Extract<Effect, { kind: 'done' }> {
  return { kind: 'done', focus: tools.map(({ name }) => name) };
}

/** Lists tools: "`a`, `b` and `c`". */
export function listNames(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  if (quoted.length < 2) return quoted.join('');
  return quoted.length > 12
    ? `${quoted.slice(0, 12).join(', ')} and ${quoted.length - 12} more`
    : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1) ?? ''}`;
}

/** Asks a question, optionally with up to eight choices to click. */
export function askBack(question: string, choices: readonly string[] = []): Effect {
  return { kind: 'ask', question, choices: choices.slice(0, 8) };
}

/** Asks which of several tools is meant. */
export function askWhich(what: string, tools: readonly { name: string }[]): Effect {
  const names = tools.map(({ name }) => name);
  const choices = [
    ...names.slice(0, 7),
    ...(names.length > 1 && names.length < 8 ? ['All of them'] : []),
  ];
  return askBack(`Which tool do you mean by "${what}"?`, choices);
}
