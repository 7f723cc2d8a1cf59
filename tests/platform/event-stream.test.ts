import { expect, test } from 'vitest';

import { createEventStream } from '#app/platform/event-stream.server.ts';

test('work that heeds the signal is told when nobody reads its stream any more', async () => {
  const works: Promise<unknown>[] = [];
  const answer = createEventStream(
    {},
    (_send, gone) => new Promise((resolve) => gone.addEventListener('abort', () => resolve())),
    (promise) => void works.push(promise),
    {},
  );
  await answer.body?.cancel();
  await expect(Promise.all(works)).resolves.toHaveLength(1);
});
