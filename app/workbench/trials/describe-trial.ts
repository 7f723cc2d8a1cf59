import type { CallRecord } from './mcp-call.ts';

/** How a call ended, in a word, and the tone that underlines it. */
export function describeTrial({ answer, response }: CallRecord): {
  tone: 'pass' | 'fail';
  words: string;
} {
  if (answer.kind === 'result') {
    return answer.isError ? { tone: 'fail', words: 'Tool error' } : { tone: 'pass', words: 'OK' };
  }
  return { tone: 'fail', words: response ? 'Refused' : 'No answer' };
}
