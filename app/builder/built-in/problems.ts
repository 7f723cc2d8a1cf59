import { toList, toRecord } from './values.ts';

/** Problems in a builder tool's result, as sentences; null if there are none. */
export function describeProblems(output: unknown): string | null {
  const { problems, error, message } = toRecord(output);
  const list = toList(problems).map(describeProblem);
  if (list.length > 0) {
    const more = list.length > 5 ? ` (and ${list.length - 5} more)` : '';
    return `${list.slice(0, 5).join(' ')}${more}`;
  }
  const said = [error, toRecord(error)['message'], message].find(
    (each) => typeof each === 'string',
  );
  return typeof said === 'string' ? endSentence(said) : null;
}

function describeProblem(value: unknown): string {
  const { path, message } = toRecord(value);
  const text = endSentence(typeof message === 'string' ? message : 'It was rejected.');
  return typeof path === 'string' && path !== '' && path !== '$' ? `At \`${path}\`: ${text}` : text;
}

/** A sentence with its full stop. */
export function endSentence(text: string): string {
  const trimmed = text.trim().slice(0, 500);
  return /[.!?…`]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
