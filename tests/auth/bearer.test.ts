import { describe, expect, test } from 'vitest';

import { readBearer } from '#app/auth/token/bearer.ts';

const read = (headers: HeadersInit) =>
  readBearer(
    new Request('https://builder.example.com/?access_token=t&authorization=t', { headers }),
  );

describe('the bearer token of a request', () => {
  test.each([
    'Bearer abc.DEF-1_2',
    'bearer abc.DEF-1_2',
    'BEARER abc.DEF-1_2',
    'Bearer   abc.DEF-1_2',
  ])('is what follows the scheme, in whatever case: %s', (authorization) => {
    expect(read({ authorization })).toEqual({ ok: true, value: 'abc.DEF-1_2' });
  });

  test('is null without the header, whatever the address says', () => {
    expect(read({})).toEqual({ ok: true, value: null });
    expect(read({ cookie: 'authorization=Bearer t', 'x-authorization': 'Bearer t' })).toEqual({
      ok: true,
      value: null,
    });
  });

  test.each([
    ['nothing', ''],
    ['a raw token', 'abc.def.ghi'],
    ['a scheme alone', 'Bearer'],
    ['a scheme and a space', 'Bearer '],
    ['another scheme', 'Basic YWRhOmFkYQ=='],
    ['a longer scheme', 'Bearers abc'],
    ['no space', 'Bearer:abc'],
    ['a tab', 'Bearer\tabc'],
    ['quotes', 'Bearer "abc"'],
    ['a parameter', 'Bearer abc, realm="x"'],
    ['two tokens', 'Bearer abc def'],
    ['the scheme twice', 'Bearer Bearer abc'],
    ['letters that no token has', 'Bearer äbc'],
  ])('is refused when the header holds %s', (_, authorization) => {
    expect(read({ authorization })).toMatchObject({ ok: false, reason: 'invalidToken' });
  });

  test('is refused when there are two headers', () => {
    const twice: [string, string][] = [
      ['authorization', 'Bearer abc'],
      ['authorization', 'Bearer abc'],
    ];
    expect(read(twice)).toMatchObject({ ok: false, reason: 'invalidToken' });
  });
});
