import { expect, test } from 'vitest';

import petstore from '../specs/petstore-3.0.json?raw';
import { Visitor } from '../setup/drafts.ts';
import { newChat, say } from './chat-visitor.ts';

test('a turn that puts the report right tells the score before and after', async () => {
  const visitor = new Visitor();
  const id = await newChat(visitor);
  await say(visitor, id, petstore);
  const chunks = await say(visitor, id, 'fix the report');
  const told = chunks.filter(({ type }) => type === 'data-draft');
  const score = { from: expect.any(Number), to: expect.any(Number) };
  expect(told).toMatchObject([{ data: { score: expect.any(Number), delta: { score } } }]);
  const [{ data }] = told as [
    { data: { delta: { fixed: string[]; titles: Record<string, string> } } },
  ];
  expect(data.delta.fixed).not.toEqual([]);
  for (const id of data.delta.fixed) expect(data.delta.titles[id]).toMatch(/^[A-Z].* /);
});
