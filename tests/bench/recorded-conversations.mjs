// The conversations of a strong model with the builder of that time: its requests and input tokens, and the
// recording of the same conversation today.
import { CURATION } from '../requests/recordings/curation.ts';
import { LONG_TALK } from '../requests/recordings/long-talk.ts';
import { toTurns } from '../requests/recordings/recording.ts';
import { RECORDINGS } from '../requests/recordings/recordings.ts';

/** Requests and thousands of input tokens then, by the ids of conversations.json. */
const THEN = {
  'endpoint-list': [4, 17],
  'curl-then-edits': [6, 27],
  'postman-pasted': [5, 26],
  'parameter-edits': [7, 32],
  'rename-and-remove': [6, 31],
  'client-credentials': [4, 17],
  'response-fields': [9, 39],
  'injected-orders': [8, 33],
  'nested-fields': [7, 44],
  'music-from-memory': [9, 84],
  'one-from-two-calls': [9, 53],
  'large-pasted': [2, 97],
  'best-ten': [14, 446],
  'broken-to-green': [12, 89],
  'prompts-and-resources': [3, 16],
  'safe-delete': [7, 53],
  'signed-form-cursor': [5, 26],
  'remove-two-areas': [2, null],
};

/** Each with what it took then, where it was held then. */
export const CONVERSATIONS = [
  ...RECORDINGS.map((recording) => {
    const [requests = null, tokens = null] = THEN[recording.id] ?? [];
    return { name: recording.id, turns: toTurns(recording), requests, tokens };
  }),
  { name: '452 operations, curated', turns: CURATION, requests: 12, tokens: 558 },
  { name: 'reads and edits over 8 turns', turns: LONG_TALK, requests: null, tokens: null },
];
