import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createRedactor } from '#app/runtime/redact.ts';

const secret = fc.string({ unit: 'binary', minLength: 6 }).map((text) => text.toWellFormed());

test('no spelling of a secret survives in text or bytes', () => {
  fc.assert(
    fc.property(secret, fc.string(), (value, around) => {
      fc.pre(!'[redacted]'.includes(value));
      const redactor = createRedactor([value]);
      const base64 = Buffer.from(value).toString('base64');
      const core = base64.replace(/.?=+$/, '');
      const spellings = [
        value,
        encodeURIComponent(value),
        JSON.stringify(value).slice(1, -1),
        core,
        core.replaceAll('+', '-').replaceAll('/', '_'),
      ];
      for (const spelling of spellings) {
        const text = `${around}|${spelling}|${spelling}|${around}`;
        expect(redactor.text(text)).not.toContain(`|${spelling}|`);
        const bytes = redactor.bytes(new TextEncoder().encode(text));
        expect(new TextDecoder().decode(bytes)).not.toContain(`|${spelling}|`);
      }
    }),
  );
});

test('what holds no secret is not touched', () => {
  const redactor = createRedactor(['a-long-secret']);
  const bytes = new Uint8Array([0, 255, 97, 45]);
  expect(redactor.bytes(bytes)).toBe(bytes);
  expect(redactor.text('a-long-secre')).toBe('a-long-secre');
});

test('values too short to be secrets destroy nothing', () => {
  expect(createRedactor(['a', 'admin', '']).text('a admin at home')).toBe('a admin at home');
});

test('of secrets that contain each other nothing is left over', () => {
  expect(createRedactor(['secret', 'secret-longer']).text('secret-longer secret')).toBe(
    '[redacted] [redacted]',
  );
});
