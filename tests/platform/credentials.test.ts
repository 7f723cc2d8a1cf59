import { describe, expect, test } from 'vitest';

import { findSecrets } from '#app/blueprint/readiness/secret-scan.ts';
import { CREDENTIAL_KINDS } from '#app/platform/credentials/credential-kinds.ts';
import { cutCredentials, toSecretReference } from '#app/platform/credentials/cut-credentials.ts';
import { redactText } from '#app/platform/redact.ts';

import { FORMATTED, HARMLESS_TEXTS, NAMED } from '../setup/credentials.ts';

describe('a message', () => {
  test.each(FORMATTED)('loses %s, and says what it was', (_what, value, name) => {
    const { text, cut } = cutCredentials(`Use ${value} for this.`);
    expect(text).toBe(`Use ${toSecretReference(name)} for this.`);
    expect(cut).toMatchObject([{ name, value }]);
  });

  test.each(NAMED)('loses a value by what it is called: %s', (said, value, name) => {
    const { text, cut } = cutCredentials(said);
    expect(text).not.toContain(value);
    expect(text).toContain(toSecretReference(name));
    expect(cut[0]?.value.startsWith(value)).toBe(true);
    expect(said.includes(cut[0]?.value ?? '?')).toBe(true);
  });

  test.each(HARMLESS_TEXTS)('keeps what is no credential: %s', (said) => {
    expect(cutCredentials(said)).toEqual({ text: said, cut: [] });
  });

  test('has one reference for a value that it names twice, and two for two values', () => {
    const [one = '', other = ''] = [1, 2].map((seed) => `ghp_${`a${seed}Bc`.repeat(9)}`);
    const { text, cut } = cutCredentials(`${one} ${other} ${one}`);
    expect(text).toBe('{secret:GITHUB_TOKEN} {secret:GITHUB_TOKEN_2} {secret:GITHUB_TOKEN}');
    expect(cut.map(({ value }) => value)).toEqual([one, other]);
  });

  test('that was searched already loses nothing more', () => {
    for (const [said] of NAMED) {
      const { text } = cutCredentials(said);
      expect(cutCredentials(text)).toEqual({ text, cut: [] });
    }
  });
});

test.each(FORMATTED)('the scan of a share finds %s, and shows little of it', (_what, value) => {
  const [found] = findSecrets(`first line\n${value}`);
  expect(found).toMatchObject({ line: 2 });
  expect(found?.shown.length).toBeLessThanOrEqual(7);
});

test.each(FORMATTED)('the log loses %s', (_what, value) => {
  const logged = redactText(`failed with ${value} at last`);
  expect(logged).toContain('[redacted]');
  // The letters that tell its kind may stay.
  expect(logged).not.toContain(value.slice(-12));
});

/** Counts the steps that a pattern takes by the texts that are made for it: twice the text, about twice the work. */
test.each([
  ['beginnings of signed tokens', 'eyJ-'],
  ['beginnings of private keys', '-----BEGIN PRIVATE KEY-----'],
  ['beginnings of addresses', 'a://b:'],
  ['words for keys', 'key token: '],
  ['names of AWS', 'aws secret aws '],
  ['dots', 'SG.a.b.'],
  ['one word of a megabyte', 'aB3dE5'],
  ['lines of options', ' -u a:b'],
  ['prefixes', 'sk-gsk_hf_ghp_xoxb-'],
])('a megabyte of %s is searched within the time of the test', (_what, part) => {
  const text = part.repeat(Math.ceil(1_000_000 / part.length));
  expect(() => cutCredentials(text)).not.toThrow();
});

test('no pattern is sticky or keeps its place', () => {
  for (const { pattern } of CREDENTIAL_KINDS) {
    expect(pattern.global && !pattern.sticky, String(pattern)).toBe(true);
  }
});
