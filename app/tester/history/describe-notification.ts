import type { ServerNotification } from '#app/mcp-client/connection.ts';
import type { JsonValue } from '#app/runtime/definition.ts';

/** Levels of log messages that say that something is wrong. */
const BAD_LEVELS = new Set<JsonValue | undefined>(['error', 'critical', 'alert', 'emergency']);
const MAX_WORDS = 200;

/** A notification in few words. */
export function describeNotification({ method, params }: ServerNotification): {
  title: string;
  words: string;
  tone: 'plain' | 'fail';
} {
  switch (method) {
    case 'notifications/message': {
      const { level, logger, data } = params;
      const source = typeof logger === 'string' && logger !== '' ? ` from ${logger}` : '';
      const tone = BAD_LEVELS.has(level) ? 'fail' : 'plain';
      return { title: `Log: ${wordsOf(level)}${source}`, words: wordsOf(data), tone };
    }
    case 'notifications/progress': {
      const { progress, total, message } = params;
      const of = total === undefined ? '' : ` of ${wordsOf(total)}`;
      const more = message === undefined ? '' : `: ${wordsOf(message)}`;
      return { title: 'Progress', words: `${wordsOf(progress)}${of}${more}`, tone: 'plain' };
    }
    case 'notifications/resources/updated':
      return { title: 'Resource changed', words: wordsOf(params['uri']), tone: 'plain' };
    default:
      return {
        title: method.replace(/^notifications\//, ''),
        words: Object.keys(params).length === 0 ? 'no parameters' : wordsOf(params),
        tone: 'plain',
      };
  }
}

function wordsOf(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_WORDS);
}
