import { expect, test } from 'vitest';

import { holdTalk } from './hold-talk.ts';
import type { Line } from './scripted-model.ts';

const plan = (input: object): Line => ({ call: 'propose_plan', input });
const PLAN = plan({ goal: 'A shop', steps: ['Name it', 'Say so'] });
const NAME: Line = { call: 'set_identity', input: { title: 'Shop' } };

/** How often a model is asked that answers with these steps. */
async function count(...steps: Line[][]): Promise<number> {
  const { requests } = await holdTalk([{ said: 'A shop please', steps }]);
  return requests.length;
}

test('a turn ends with words beside which the last steps are ticked', async () => {
  expect(
    await count(
      [PLAN, NAME],
      [{ say: 'The server is called Shop.' }, plan({ done: [1, 2] })],
      [{ say: 'Nobody asks for this.' }],
    ),
  ).toBe(2);
});

test.each<[string, Line[]]>([
  ['a step is left', [{ say: 'Named.' }, plan({ done: [1] })]],
  ['there are no words', [plan({ done: [1, 2] })]],
  ['something else is done beside it', [{ say: 'Done.' }, NAME, plan({ done: [1, 2] })]],
  ['a plan is made', [{ say: 'My plan:' }, plan({ goal: 'B', steps: ['Go'], done: [1] })]],
])('it goes on where %s', async (_why, step) => {
  expect(await count([PLAN, NAME], step, [{ say: 'That is all.' }])).toBe(3);
});

test('a tick of no plan ends nothing', async () => {
  expect(await count([{ say: 'Done.' }, plan({ done: [1] })], [{ say: 'That is all.' }])).toBe(2);
});
