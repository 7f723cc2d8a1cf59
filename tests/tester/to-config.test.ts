import { describe, expect, test } from 'vitest';

import { toImportAddress } from '#app/tester/checks/import/to-import-address.ts';
import type { RemoteEntry } from '#app/tester/servers/configs/config-entry.ts';
import { readConfiguredServers } from '#app/tester/servers/configs/read-configured-servers.ts';
import { CONFIG_KINDS, toConfig } from '#app/tester/servers/configs/to-config.ts';
import { readDeepLink, toDeepLink } from '#app/tester/servers/deep-link.ts';
import { blankAuth, newTarget } from '#app/tester/servers/new-target.ts';
import { toPublicAddress } from '#app/tester/servers/public-address.ts';

const SECRET = 'the-secret-1234567890abcdef';

const ENTRIES: RemoteEntry[] = [
  {
    name: 'weather',
    url: 'https://api.example.com/mcp',
    transport: 'http',
    headers: [{ name: 'X-Api-Key', value: SECRET }],
    auth: { kind: 'bearer', token: SECRET },
  },
  {
    name: 'weather',
    url: 'https://api.example.com/sse',
    transport: 'sse',
    headers: [],
    auth: { kind: 'none' },
  },
];

describe.each(CONFIG_KINDS)('$label', ({ id }) => {
  const entries = id === 'server-json' ? ENTRIES.slice(0, 1) : ENTRIES;

  test('is read back as the same servers', () => {
    const found = readConfiguredServers(toConfig(id, entries, 'written'));
    if (!found.ok) throw new Error(found.message);
    expect(found.value.remote.map(({ url, transport }) => ({ url, transport }))).toEqual(
      entries.map(({ url, transport }) => ({ url, transport })),
    );
    if (id === 'server-json') return;
    expect(found.value.remote.map(({ name }) => name)).toEqual(['weather', 'weather 2']);
    expect(found.value.remote[0]).toMatchObject({
      headers: ENTRIES[0]?.headers,
      auth: ENTRIES[0]?.auth,
    });
  });

  test('holds no value of a header where secrets are left out, and still names each header', () => {
    const text = toConfig(id, entries, 'left out');
    expect(text).not.toContain(SECRET);
    expect(text.toLowerCase()).toContain('authorization');
    expect(text.toLowerCase()).toContain('x-api-key');
  });
});

test('a header of the user stands for the bearer token', () => {
  const [entry] = ENTRIES;
  if (!entry) throw new Error('no entry');
  const own = { ...entry, headers: [{ name: 'authorization', value: 'Basic abc' }] };
  const text = toConfig('cursor', [own], 'written');
  expect(text).toContain('Basic abc');
  expect(text).not.toContain(SECRET);
});

describe('links', () => {
  const target = newTarget({
    url: `https://user:pw@api.example.com/mcp?region=eu&api_key=short&q=${SECRET}#part`,
    name: 'Weather',
    era: 'legacy',
    route: 'relay',
    headers: [{ name: 'X-Api-Key', value: SECRET }],
    auth: { kind: 'oauth', clientId: 'id', clientSecret: SECRET, scope: 'read', method: null },
  });

  test('a link carries no secret and says what it leaves out', () => {
    const link = toDeepLink(target, { tab: 'tools', tool: 'forecast' });
    expect(link?.path).not.toMatch(/secret|pw|short|api_key|part/);
    expect(link?.removed).toEqual(['user and password', 'api_key', 'q', 'X-Api-Key']);
  });

  test('whoever follows it gets the same settings, and fills in the rest', () => {
    const path = toDeepLink(target, { tab: 'tools', tool: 'forecast' })?.path ?? '';
    const query = new URLSearchParams(path.split('?')[1]);
    expect(readDeepLink(query)).toEqual({
      url: 'https://api.example.com/mcp?region=eu',
      name: 'Weather',
      transport: 'http',
      era: 'legacy',
      route: 'relay',
      auth: blankAuth('oauth'),
    });
    expect(query.get('tool')).toBe('forecast');
  });

  test('an address whose path gives access by itself has no link', () => {
    const url = 'https://hooks.example.com/s/MzY4YTQ1NzgtNGI1Ny00YzFhLWE2YjItMzQ1/mcp';
    expect(toPublicAddress(url)).toEqual({ url: null, removed: ['path'] });
    expect(toDeepLink(newTarget({ url }))).toBeNull();
    // An id gives none.
    const id = 'https://api.example.com/mcp/d/01ARZ3NDEKTSV4RRFFQ69G';
    expect(toPublicAddress(id)).toEqual({ url: id, removed: [] });
  });

  test.each(['', 'javascript:alert(1)', 'file:///etc/passwd', 'nothing', 'ftp://example.com/'])(
    'a link to %j is none',
    (url) => {
      expect(readDeepLink(new URLSearchParams({ url }))).toBeNull();
    },
  );
});

test.each(CONFIG_KINDS)('$id without secrets holds no credential of an address', ({ id }) => {
  const keyed = newTarget({ url: 'https://mcp.example.com/mcp?api_key=of-the-person&version=2' });
  const path = newTarget({ url: `https://mcp.example.com/s/${'aB3'.repeat(14)}/mcp` });
  expect(toConfig(id, [keyed], 'left out')).not.toContain('of-the-person');
  expect(toConfig(id, [keyed], 'left out')).toContain('version=2');
  expect(toConfig(id, [path], 'left out')).not.toContain('aB3aB3');
  const written = toConfig(id, [keyed], 'written').includes('of-the-person');
  expect(written).toBe(id !== 'server-json');
});

test('a server that is imported has no credential in its address, and its owner is told', () => {
  const plain = 'https://mcp.example.com/mcp?version=2';
  expect(toImportAddress(plain)).toEqual({ url: plain, notes: [] });
  const keyed = toImportAddress(`${plain}&api_key=of-the-person`);
  expect(keyed.url).toBe(plain);
  expect(keyed.notes).toEqual([expect.stringContaining('(api_key)')]);
  const path = `https://mcp.example.com/s/${'aB3'.repeat(14)}/mcp`;
  expect(toImportAddress(path)).toEqual({ url: path, notes: [expect.stringContaining('access')] });
});
