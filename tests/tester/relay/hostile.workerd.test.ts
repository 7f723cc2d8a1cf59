import { describe, expect, test } from 'vitest';

import { INWARD, NAMES, NUMBERS, PARTS } from './hostile-targets.ts';
import { readRefusal, RelayPage, targetOf } from './relay-page.workerd.ts';

/** Outside of fakes, every host that is really called answers with status 502. */
const REFUSED = /^(refused|target|unreachable)$/;

const page = () => new RelayPage();

const METHODS = ['GET', 'POST', 'DELETE'];
const TARGETS = [...NUMBERS, ...NAMES, ...PARTS].map(
  (target, at) => [target, METHODS[at % 3] ?? ''] as const,
);

test('there are more than 60 hostile targets', () => {
  expect(new Set(TARGETS.map(([target]) => target)).size).toBeGreaterThan(60);
});

test.each(TARGETS)('%s is not called', async (target, method) => {
  const body = method === 'POST' ? { body: '{}' } : {};
  const headers = { 'content-type': 'application/json' };
  const asked = await page().ask(encodeURI(target), { method, headers, ...body });
  expect(await readRefusal(asked)).toMatch(REFUSED);
});

const STATUSES = ['301', '302', '303', '307', '308'];

test.each(INWARD.map((location, at) => [location, STATUSES[at % 5] ?? '']))(
  'a redirect to %s is not followed (%s)',
  async (location, status) => {
    const asked = await page().ask(targetOf('/to', { location, status }));
    expect(await readRefusal(asked)).toBe('refused');
    const posted = await page().post(targetOf('/to', { location, status: '307' }), {});
    expect(await readRefusal(posted)).toMatch(/^(refused|redirected)$/);
  },
);

describe('OAuth metadata that points inward', () => {
  test.each(INWARD)('as the metadata of a resource at %s is not read', async (at) => {
    const challenged = await page().post(targetOf('/protected', { at }), {});
    const challenge = challenged.headers.get('www-authenticate') ?? '';
    const named = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? '';
    expect([challenged.status, named]).toEqual([401, at]);
    expect(await readRefusal(await page().ask(named))).toBe('refused');
  });

  test.each(INWARD)('as the endpoint of tokens or registrations at %s is not asked', async (at) => {
    const metadata = { token_endpoint: at, registration_endpoint: at };
    const read = await page().ask(targetOf('/metadata', { metadata: JSON.stringify(metadata) }));
    const found = await read.json<typeof metadata>();
    const form = new URLSearchParams({ grant_type: 'authorization_code', code: 'secret' });
    const asked = await page().ask(found.token_endpoint, { method: 'POST', body: form });
    expect(await readRefusal(asked)).toBe('refused');
    const registered = await page().post(found.registration_endpoint, { redirect_uris: [] });
    expect(await readRefusal(registered)).toBe('refused');
  });
});
