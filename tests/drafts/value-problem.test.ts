import { expect, test } from 'vitest';

import { HttpUrl } from '#app/blueprint/blueprint.ts';
import { findValueProblem } from '#app/drafts/secrets/value-problem.ts';
import type { AuthScheme } from '#app/runtime/definition.ts';

import { ED_KEY } from '../runtime/signing/key-examples.ts';

const bearer: AuthScheme = { id: 'b', kind: 'bearer', secret: 'KEY' };
const basic: AuthScheme = {
  id: 'u',
  kind: 'basic',
  usernameSecret: 'USER',
  passwordSecret: 'PASSWORD',
};
const inQuery: AuthScheme = { id: 'q', kind: 'apiKey', in: 'query', name: 'key', secret: 'KEY' };

const problem = (scheme: AuthScheme, name: string, value: string) =>
  findValueProblem([{ auth: [scheme] }], name, value);

test.each(['schlüssel-1234', 'key\u0080-123456', 'line\nbreak-123'])(
  'a value that no header carries is refused: %j',
  (value) => {
    expect(problem(bearer, 'KEY', value)).toContain('KEY is sent in a header');
    // Encoded, it can be sent.
    expect(problem(inQuery, 'KEY', value)).toBeNull();
    expect(problem(basic, 'PASSWORD', value)).toBeNull();
  },
);

test('a value that is too short to be blanked is refused, a user name is not', () => {
  expect(problem(bearer, 'KEY', 'abc12')).toContain('too short');
  expect(problem(basic, 'PASSWORD', 'abc12')).toContain('too short');
  expect(problem(basic, 'USER', 'bob')).toBeNull();
  expect(problem(bearer, 'KEY', 'abc123')).toBeNull();
});

test('a private key is refused where it is none, and what is sent beside it may be anything', () => {
  const signed: AuthScheme = {
    id: 's',
    kind: 'signature',
    algorithm: 'Ed25519',
    secrets: [
      { name: 'secret', secret: 'SIGNING_KEY' },
      { name: 'keyId', secret: 'KEY_ID' },
    ],
    message: '{body}',
    encoding: 'base64',
    send: [{ in: 'header', name: 'X-Signature', value: '{keyId} {signature}' }],
  };
  expect(problem(signed, 'SIGNING_KEY', 'a plain password')).toMatch(/^This is no private key: /);
  expect(problem(signed, 'SIGNING_KEY', ED_KEY)).toBeNull();
  expect(problem(signed, 'KEY_ID', 'a plain password')).toBeNull();
});

test('an address with a user or a password is refused, and basic authentication named', () => {
  for (const url of [
    'https://ann:secret@api.test/v1',
    'https://ann@api.test',
    'http://:pw@a.test',
  ]) {
    const read = HttpUrl.safeParse(url);
    expect(read.success, url).toBe(false);
    expect(read.error?.issues[0]?.message).toContain('basic authentication');
  }
  expect(HttpUrl.safeParse('https://api.test/@user').success).toBe(true);
});
