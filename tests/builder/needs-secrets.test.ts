import { expect, test } from 'vitest';

import { needsSecrets } from '#app/builder/needs-secrets.ts';
import type { Upstream } from '#app/runtime/definition.ts';

const upstream = (security: string[][]): Upstream => ({
  id: 'main',
  baseUrl: 'https://api.example.com',
  allowedHosts: ['api.example.com'],
  auth: [
    { id: 'key', kind: 'apiKey', in: 'header', name: 'X-Key', secret: 'KEY' },
    { id: 'login', kind: 'basic', usernameSecret: 'NAME', passwordSecret: 'PASSWORD' },
  ],
  security,
});

const secret = (name: string, isSet: boolean, needsConfirmation = false) => ({
  name,
  isSet,
  needsConfirmation,
  origins: [],
});

test('one alternative with all of its secrets is enough', () => {
  const either = [upstream([['key'], ['login']])];
  expect(needsSecrets(either, [secret('KEY', false), secret('NAME', true)])).toBe(true);
  expect(needsSecrets(either, [secret('NAME', true), secret('PASSWORD', true)])).toBe(false);
  expect(needsSecrets(either, [secret('KEY', true)])).toBe(false);
});

test('an alternative of several schemes needs each of them', () => {
  const both = [upstream([['key', 'login']])];
  expect(needsSecrets(both, [secret('KEY', true)])).toBe(true);
});

test('an upstream that works without authentication needs none', () => {
  expect(needsSecrets([upstream([])], [])).toBe(false);
  expect(needsSecrets([upstream([['key'], []])], [])).toBe(false);
});

test('a value that waits for its owner is asked for, whatever else is set', () => {
  const secrets = [secret('KEY', true), secret('NAME', true, true)];
  expect(needsSecrets([upstream([['key']])], secrets)).toBe(true);
});
