import { expect, test } from 'vitest';

import { checkOutboundUrl } from '#app/platform/outbound/outbound-url.ts';

import { INSIDE, SPELLINGS } from './host-spellings.ts';

const rules = { ownHosts: [], allowsLoopback: false };

test('there are twenty spellings of each address', () => {
  expect(SPELLINGS).toHaveLength(20 * INSIDE.length);
});

test.each(SPELLINGS)('%s is not fetched', (host) => {
  expect(checkOutboundUrl(`https://${host}/`, rules).ok).toBe(false);
});
