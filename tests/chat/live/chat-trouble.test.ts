import { expect, test } from 'vitest';

import { toTrouble } from '#app/chat/live/chat-trouble.ts';

const refusal = (status: number, detail: string) => new Error(JSON.stringify({ status, detail }));

test('a chat that is gone is told as that, any other refusal in its own words', () => {
  const gone = { kind: 'refused', text: expect.stringContaining('This chat was deleted') };
  expect(toTrouble(refusal(404, 'There is no such draft.'), 'message')).toMatchObject(gone);
  expect(toTrouble(refusal(410, 'This draft has expired.'), 'message')).toMatchObject(gone);
  const text = 'This chat has no such message.';
  const refused = { kind: 'refused', request: 'message', text };
  expect(toTrouble(refusal(422, text), 'message')).toEqual(refused);
});

test('the text of a deleted chat is in the field only where a message was sent', () => {
  const field = 'Your text is still in the message field.';
  expect(toTrouble(refusal(404, 'No.'), 'message')).toHaveProperty(
    'text',
    expect.stringContaining(field),
  );
  expect(toTrouble(refusal(404, 'No.'), 'turn')).not.toHaveProperty(
    'text',
    expect.stringContaining(field),
  );
});

test('a fetch that failed is a dead line; the words of a message never are', () => {
  expect(toTrouble(new TypeError('Failed to fetch'), 'message')).toEqual({ kind: 'lost' });
  expect(toTrouble(new TypeError('Error in input stream'), 'message')).toEqual({ kind: 'lost' });
  const text = 'neural-network-7b cannot be reached; the request was terminated.';
  expect(toTrouble(new Error(text), 'message')).toEqual({ kind: 'failed', text });
  expect(toTrouble(refusal(422, text), 'message')).toMatchObject({ kind: 'refused', text });
});

test('where operators turned off messages of guests, signing in is the way on', () => {
  const problem = { type: 'urn:mcp-builder:switched-off', status: 503, detail: 'Sign in.' };
  const off = toTrouble(new Error(JSON.stringify(problem)), 'message');
  expect(off).toMatchObject({ kind: 'refused', text: 'Sign in.', needsSignIn: true });
  expect(toTrouble(refusal(503, 'Sign in.'), 'message')).not.toHaveProperty('needsSignIn');
});
