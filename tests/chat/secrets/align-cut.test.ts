import { expect, test } from 'vitest';

import { alignCut } from '#app/chat/secrets/align-cut.ts';
import { orderSecrets } from '#app/chat/secrets/order-secrets.ts';
import { cutCredentials } from '#app/platform/credentials/cut-credentials.ts';

import { FORMATTED, HARMLESS_TEXTS, NAMED } from '../../setup/credentials.ts';

test('what the server has cut out is found by what it has left', () => {
  const texts = [
    ...FORMATTED.map(([, value]) => `Use ${value}`),
    ...FORMATTED.map(([, value]) => `${value} is it`),
    ...NAMED.map(([text]) => text),
    FORMATTED.map(([, value]) => value).join(' and '),
    ...HARMLESS_TEXTS,
  ];
  for (const text of texts) {
    const { text: kept, cut } = cutCredentials(text);
    expect(alignCut(text, kept).map(({ value }) => value)).toEqual(cut.map(({ value }) => value));
  }
});

test('texts that do not fit each other give no value', () => {
  expect(alignCut('short', 'a much longer text {secret:KEY} that ends otherwise')).toEqual([]);
  expect(alignCut('Use {secret:KEY} now', 'Use {secret:KEY} now')).toEqual([]);
});

test('the secret that a value is meant for comes first', () => {
  const secret = (name: string, isSet = false) => ({
    name,
    isSet,
    needsConfirmation: false,
    origins: [],
  });
  const secrets = [secret('SHOP_TOKEN', true), secret('WEATHER_API_KEY'), secret('STRIPE_API_KEY')];
  const names = (name: string) => orderSecrets({ name }, secrets).map((each) => each.name);
  expect(names('STRIPE_API_KEY')[0]).toBe('STRIPE_API_KEY');
  expect(names('API_KEY')[0]).toBe('WEATHER_API_KEY');
  expect(names('PASSWORD').at(-1)).toBe('SHOP_TOKEN');
});
