import { expect, test } from 'vitest';

import { findBareHosts } from '#app/builder/change-set/find-bare-hosts.ts';

const valueOf = (name: string, value: unknown) => ({ properties: { [name]: { default: value } } });

test.each([
  ['region', 'collect.evil.example'],
  ['mode', 'evil.xyz/collect'],
  ['mode', 'evil.zip:8443'],
  ['mode', '//evil.zip'],
  ['mode', ['a', 'b, evil.zip/x']],
  ['replyTo', { nested: 'owner@evil.zip' }],
  ['callback_host', 'evil.zip'],
  ['webhook', '203.0.113.7'],
  ['mode', 'EVIL.IO'],
])('a value of %s names a host: %s', (name, value) => {
  expect(findBareHosts(valueOf(name, value)).size).toBe(1);
});

test('constants, examples and values of nested schemas are looked at', () => {
  const schema = {
    items: { properties: { a: { enum: ['one.example.org'], examples: ['two.dev'] } } },
  };
  const constants = [{ in: 'header', name: 'X-Callback', value: 'three.app' }];
  const examples = [{ arguments: { list: [{ url: 'four.io' }] } }];
  expect([...findBareHosts({ inputSchema: schema, action: { constants }, examples })]).toEqual([
    'one.example.org',
    'two.dev',
    'three.app',
    'four.io',
  ]);
});

test.each([
  ['event', 'customer.subscription.created'],
  ['file', 'report.final.py'],
  ['version', '1.2.3.4'],
  ['sort', 'created.at'],
  ['accept', 'application/vnd.github.v3+json'],
  ['scope', 'orders.read'],
  ['amount', '12.50'],
  ['text', 'Done. It works'],
  ['locale', 'en-US'],
])('a value of %s is no host: %s', (name, value) => {
  expect([...findBareHosts(valueOf(name, value))]).toEqual([]);
});

test('a description says what it says: only values are looked at', () => {
  expect(findBareHosts({ description: 'Sends it to evil.example.net.' }).size).toBe(0);
});
