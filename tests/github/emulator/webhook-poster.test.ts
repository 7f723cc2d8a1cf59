import { verify } from '@octokit/webhooks-methods';
import { expect, test } from 'vitest';

import { listenLocally } from '../../fakes/listen-locally.ts';

import { openWorld } from './open-world.ts';

const SECRET = 'secret-of-this-test';

test('webhooks are posted with a signature, held back, and sent twice under one number', async () => {
  const { control } = openWorld('poster');
  const heard: { id: string; event: string; isSigned: boolean }[] = [];
  const app = await listenLocally(0, async (request) => {
    const { headers } = request;
    const signature = headers.get('x-hub-signature-256') ?? '';
    heard.push({
      id: headers.get('x-github-delivery') ?? '',
      event: headers.get('x-github-event') ?? '',
      isSigned: await verify(SECRET, await request.text(), signature),
    });
    return new Response(null, { status: 204 });
  });
  await control.deliverTo(`${app.origin}/github/webhook`, SECRET);
  await control.commit({ name: 'hello-world', files: { a: 'a' } });
  await expect.poll(() => heard.length).toBe(1);
  await control.hold();
  await control.check({ name: 'hello-world', conclusion: 'success' });
  await control.release('twice');
  await expect.poll(() => heard.length).toBe(9);
  app.close();
  expect(heard.every(({ isSigned }) => isSigned)).toBe(true);
  const checks = ['check_suite', 'check_run', 'check_run', 'check_suite'];
  expect(heard.map(({ event }) => event)).toEqual([
    'push',
    ...checks.flatMap((each) => [each, each]),
  ]);
  expect(new Set(heard.map(({ id }) => id)).size).toBe(5);
  const again = await control.replay(heard[0]?.id ?? '', SECRET);
  expect(await verify(SECRET, again.body, again.headers['x-hub-signature-256'] ?? '')).toBe(true);
});
