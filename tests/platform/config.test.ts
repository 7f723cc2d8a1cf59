import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

import { describe, expect, test } from 'vitest';

import { Config, readConfig, requireConfig, usesDevelopmentKey } from '#app/platform/config.ts';

const example = readFileSync('.dev.vars.example', 'utf8');
const key = (text: string) => Buffer.from(text.padEnd(32, '.')).toString('base64');

describe('.dev.vars.example', () => {
  test('lists every variable of the schema, and no other', () => {
    expect(Object.keys(parseEnv(example)).toSorted()).toEqual(Object.keys(Config.shape).toSorted());
  });

  test('gives a reason for each group of variables', () => {
    for (const group of example.split('\n\n').filter((text) => /^[A-Z_]+=/m.test(text))) {
      expect(group).toMatch(/^# /m);
    }
  });

  test('holds values that the schema takes, each the default of the schema', () => {
    const values = parseEnv(example);
    const listed = readConfig(values);
    // The keys of the emulators are none that a deployment may begin with.
    const ofEmulators = Object.entries(values).filter(([name]) => /^(STRIPE|GITHUB)_/.test(name));
    const { SEAL_KEYS } = values;
    expect(listed).toEqual(readConfig({ SEAL_KEYS, ...Object.fromEntries(ofEmulators) }));
    expect(listed.ok).toBe(true);
  });

  test('carries a key that can be told from a real one', () => {
    expect(usesDevelopmentKey(requireConfig(parseEnv(example)))).toBe(true);
    expect(usesDevelopmentKey(requireConfig({ SEAL_KEYS: `a:${key('own')}` }))).toBe(false);
  });
});

describe('reading the configuration', () => {
  test('the key ring keeps its order, the current key first', () => {
    const { SEAL_KEYS } = requireConfig({ SEAL_KEYS: `b:${key('two')}, a:${key('one')}` });
    expect(SEAL_KEYS.map(({ id, bytes }) => [id, bytes.length])).toEqual([
      ['b', 32],
      ['a', 32],
    ]);
  });

  test('is done once for the same environment', () => {
    const env = { SEAL_KEYS: `a:${key('own')}` };
    expect(requireConfig(env)).toBe(requireConfig(env));
  });

  const own = { SEAL_KEYS: `a:${key('own')}` };
  const BAD: [why: string, env: Record<string, unknown>, names: RegExp][] = [
    ['no key at all', {}, /SEAL_KEYS is required/],
    ['a short key', { SEAL_KEYS: `a:${Buffer.from('short').toString('base64')}` }, /32 bytes/],
    ['a key without an id', { SEAL_KEYS: key('own') }, /SEAL_KEYS/],
    ['two keys of one id', { SEAL_KEYS: `a:${key('one')},a:${key('two')}` }, /unique/],
    [
      'a sandbox with a path',
      { SEAL_KEYS: `a:${key('own')}`, SANDBOX_ORIGIN: 'https://a.test/x' },
      /SANDBOX_ORIGIN/,
    ],
    [
      'a sandbox over http',
      { SEAL_KEYS: `a:${key('own')}`, SANDBOX_ORIGIN: 'http://a.test' },
      /SANDBOX_ORIGIN/,
    ],
    ['an unknown switch', { SEAL_KEYS: `a:${key('own')}`, LAB_PAGES: 'maybe' }, /LAB_PAGES/],
    ['models that are no JSON', { SEAL_KEYS: `a:${key('own')}`, MODEL_PROVIDERS: '{' }, /MODEL_/],
    ['a publishable key of Stripe', { ...own, STRIPE_SECRET_KEY: 'pk_test_1' }, /STRIPE_SECRET/],
    [
      'three secrets of its webhook',
      { ...own, STRIPE_WEBHOOK_SECRET: 'whsec_1,whsec_2,whsec_3' },
      /STRIPE_WEBHOOK/,
    ],
    [
      'a model at no address',
      {
        SEAL_KEYS: `a:${key('own')}`,
        MODEL_PROVIDERS: '[{"kind":"openai-compatible","model":"m"}]',
      },
      /MODEL_/,
    ],
    [
      'a model of Workers AI that is none',
      { SEAL_KEYS: `a:${key('own')}`, WORKERS_AI_MODEL: 'gpt' },
      /WORKERS_AI_MODEL/,
    ],
    ['a path to elsewhere', { SEAL_KEYS: `a:${key('own')}`, TOKEN_SYNC_URL: '//evil' }, /TOKEN_/],
  ];

  test.each(BAD)('%s is refused by name', (_why, env, names) => {
    expect(readConfig(env)).toMatchObject({ ok: false, message: expect.stringMatching(names) });
  });

  test('a failure never repeats a value', () => {
    const env = { SEAL_KEYS: 'a:hunter2', MODEL_PROVIDERS: 'hunter2', LAB_PAGES: 'hunter2' };
    expect(JSON.stringify(readConfig(env))).not.toContain('hunter2');
    expect(() => requireConfig(env)).toThrow(/^Configuration: /);
  });

  test('models are a list', () => {
    const config = requireConfig({
      SEAL_KEYS: `a:${key('own')}`,
      MODEL_PROVIDERS:
        '[{"kind":"openai-compatible","baseUrl":"http://localhost:11434/v1","model":"m"}]',
    });
    expect(config.MODEL_PROVIDERS).toHaveLength(1);
  });
});
