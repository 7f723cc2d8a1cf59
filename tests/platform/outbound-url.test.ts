import { describe, expect, test } from 'vitest';

import { checkOutboundUrl, isPublicAddress } from '#app/platform/outbound/outbound-url.ts';

import { ADDRESSES } from '../security/outbound-attempts.ts';

const rules = { ownHosts: ['builder.example.com'], allowsLoopback: false };
const check = (address: string) => checkOutboundUrl(address, rules);

describe('an address that may be fetched', () => {
  test.each([
    'https://petstore.swagger.io/v2/swagger.json',
    'https://api.github.com:443/',
    'https://api.other.com:8443/x?y=1',
    'https://bücher.de/api',
    'https://my-example.com/',
    'https://example.com.de/',
  ])('%s', (address) => {
    expect(check(address)).toMatchObject({ ok: true });
  });
});

const REFUSED: [why: string, addresses: string[]][] = [
  ['no URL', ['', 'petstore.json', '//host.com/x', 'https://', 'https://[::1', 'https://a b.com']],
  [
    'another scheme',
    [
      'http://api.com/',
      'ftp://api.com/',
      'file:///etc/passwd',
      'data:,x',
      'blob:https://a.com/1',
      'javascript:alert(1)',
    ],
  ],
  [
    'user and password',
    [
      'https://user@api.com/',
      'https://user:pass@api.com/',
      'https://api.com@evil.com/',
      'https://:pass@api.com/',
    ],
  ],
  [
    'a port of something else',
    [
      'https://api.com:22/',
      'https://api.com:80/',
      'https://api.com:6379/',
      'https://api.com:8080/',
    ],
  ],
  [
    'an IPv4 address in any spelling',
    [
      'https://127.0.0.1/',
      'https://127.1/',
      'https://0x7f.1/',
      'https://0177.0.0.1/',
      'https://2130706433/',
      'https://0x7f000001/',
      'https://8.8.8.8/',
      'https://169.254.169.254/',
      'https://１２７.0.0.1/',
      'https://127.0.0.1./',
      'https://0/',
    ],
  ],
  [
    'an IPv6 address in any spelling',
    [
      'https://[::1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://[::ffff:7f00:1]/',
      'https://[64:ff9b::7f00:1]/',
      'https://[2606:4700::1111]/',
      'https://[0:0:0:0:0:0:0:1]/',
      'https://[fe80::1]/',
    ],
  ],
  [
    'a name of a private network',
    [
      'https://localhost/',
      'https://LOCALHOST/',
      'https://localhost./',
      'https://api/',
      'https://db.internal/',
      'https://metadata.google.internal/',
      'https://printer.local/',
      'https://a.localhost/',
      'https://router.lan/',
      'https://nas.home.arpa/',
      'https://x.corp/',
      'https://1.0.0.127.in-addr.arpa/',
      'https://ⓛocalhost/',
    ],
  ],
  ['an incomplete name', ['https://api.com./', 'https://.com/', 'https://a..com/']],
  [
    'our own zone',
    [
      'https://builder.example.com/mcp/x',
      'https://BUILDER.example.com/',
      'https://example.com/',
      'https://other.example.com/',
      'https://a.builder.example.com/',
    ],
  ],
];

describe('an address that is refused because of', () => {
  test.each(REFUSED)('%s', (_why, addresses) => {
    for (const address of addresses) {
      expect([address, check(address)]).toEqual([
        address,
        { ok: false, reason: 'refused', message: expect.stringMatching(/^.{10,}\.$/) },
      ]);
    }
  });
});

describe('our own zone', () => {
  const isRefused = (own: string, host: string) =>
    !checkOutboundUrl(`https://${host}/`, { ownHosts: [own], allowsLoopback: false }).ok;

  test('on workers.dev is the account, not everybody', () => {
    expect(isRefused('mcp.acct.workers.dev', 'other.acct.workers.dev')).toBe(true);
    expect(isRefused('mcp.acct.workers.dev', 'other.neighbour.workers.dev')).toBe(false);
  });

  test('is meant whatever the port', () => {
    expect(isRefused('builder.example.com:8443', 'builder.example.com')).toBe(true);
  });

  test('below a shared suffix is the name below it', () => {
    expect(isRefused('mcp.firm.co.uk', 'api.firm.co.uk')).toBe(true);
    expect(isRefused('mcp.firm.co.uk', 'api.other.co.uk')).toBe(false);
    expect(isRefused('firm.io', 'api.github.io')).toBe(false);
  });
});

test('this machine may be called where a build for development allows it', () => {
  const local = { ownHosts: [], allowsLoopback: true };
  for (const address of ['http://localhost:4010/x', 'http://127.0.0.1:80/', 'http://[::1]:1/']) {
    expect(checkOutboundUrl(address, local)).toMatchObject({ ok: true });
  }
  for (const address of [
    'http://192.168.0.1/',
    'http://api.com/',
    'ftp://localhost/',
    'https://10.0.0.1/',
    'http://u@localhost/',
  ]) {
    expect(checkOutboundUrl(address, local)).toMatchObject({ ok: false });
  }
});

describe('an address of a host', () => {
  test.each(['1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001::200e'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  test.each([...ADDRESSES, 'alias.example.com.', ''])('%s is not', (address) =>
    expect(isPublicAddress(address)).toBe(false),
  );
});
