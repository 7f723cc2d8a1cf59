import { expect, test } from 'vitest';

import { toTrouble } from '#app/chat/live/chat-trouble.ts';

const refusal = (status: number, detail: string) => new Error(JSON.stringify({ status, detail }));

test('a chat that is gone is told as that, any other refusal in its own words', () => {
  const gone = { kind: 'refused', text: expect.stringContaining('This chat was deleted') };
  expect(toTrouble(refusal(404, 'There is no such draft.'))).toMatchObject(gone);
  expect(toTrouble(refusal(410, 'This draft has expired.'))).toMatchObject(gone);
  const detail = 'This chat has no such message.';
  expect(toTrouble(refusal(422, detail))).toEqual({ kind: 'refused', text: detail });
});
