import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { createLog } from '#app/platform/log.ts';
import { redactText } from '#app/platform/redact.ts';

const Line = z.looseObject({ level: z.string(), event: z.string() });

function record(): { lines: () => z.infer<typeof Line>[]; log: ReturnType<typeof createLog> } {
  const written: string[] = [];
  const log = createLog({ requestId: 'R1' }, (_level, line) => written.push(line));
  return { log, lines: () => written.map((line) => Line.parse(JSON.parse(line))) };
}

describe('a log line', () => {
  test('is one JSON object with level, event, request and fields', () => {
    const { log, lines } = record();
    log.info('draft.created', { draft: 'D1', tools: 20, isNew: true });
    log.warn('rate.exceeded');
    expect(lines()).toEqual([
      {
        level: 'info',
        event: 'draft.created',
        requestId: 'R1',
        draft: 'D1',
        tools: 20,
        isNew: true,
      },
      { level: 'warn', event: 'rate.exceeded', requestId: 'R1' },
    ]);
  });

  test('keeps name, message, stack and cause of an error', () => {
    const { log, lines } = record();
    log.error('request.failed', { error: new TypeError('no', { cause: new Error('deeper') }) });
    expect(lines()[0]).toMatchObject({
      error: {
        name: 'TypeError',
        message: 'no',
        stack: expect.stringContaining('log.test'),
        cause: { message: 'deeper' },
      },
    });
  });

  test('has no key that the message, stack or cause of an error holds', () => {
    const { log, lines } = record();
    const cause = new Error('asked with Bearer abcdef123456');
    const error = new Error('model failed: key sk-12345 and api_key=hunter2hunter2', { cause });
    log.error('turn.failed', { error, detail: ['again with sk-proj-AbCdEf'] });
    const text = JSON.stringify(lines());
    for (const key of ['12345', 'hunter2', 'abcdef', 'AbCdEf']) expect(text).not.toContain(key);
    expect(text).toContain('model failed: key sk-[redacted]');
  });

  test('stands values that JSON has no word for', () => {
    const { log, lines } = record();
    const loop: { self?: unknown } = {};
    loop.self = loop;
    log.info('odd', { loop, big: 12n, bytes: new Uint8Array(4), url: new URL('https://a.test/b') });
    expect(lines()[0]).toMatchObject({ big: '12', bytes: '[bytes]', url: 'https://a.test/b' });
  });

  test('blanks fields by their name, at any depth', () => {
    const { log, lines } = record();
    log.info('x', {
      authorization: 'hunter2',
      headers: new Headers({ cookie: 'hunter2', 'x-api-key': 'hunter2', accept: 'text/html' }),
      deep: [{ clientSecret: 'hunter2', accessToken: 'hunter2', password: { value: 'hunter2' } }],
      secrets: ['hunter2'],
      tokenCost: 120,
    });
    const text = JSON.stringify(lines());
    expect(text).not.toContain('hunter2');
    expect(text).toContain('text/html');
    expect(text).toContain('"tokenCost":120');
  });
});

describe('text in a log', () => {
  const SECRETS: [what: string, text: string, secret: string][] = [
    ['a draft token', 'got mcpb_draft_AbC123xyz789', 'AbC123xyz789'],
    ['an API key', 'key mcpb_live_AbC123xyz789 used', 'AbC123xyz789'],
    ['a bearer token', 'Authorization: Bearer abc.def-123', 'abc.def-123'],
    ['a basic credential', 'authorization: basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
    ['a JSON Web Token', 'x eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln y', 'eyJzdWIiOiIxIn0'],
    ['a short key of a model', 'cut off: key sk-12345', 'sk-12345'],
    ['a key of Anthropic', 'x-api-key sk-ant-api03-AbC_123-xyz is invalid', 'api03-AbC_123-xyz'],
    ['a named key of no known shape', 'refused x-api-key: "hunter2hunter2"', 'hunter2hunter2'],
    ['a key in a variable', 'OPENAI_API_KEY=hunter2hunter2 npm start', 'hunter2'],
    ['a key of a longer name', '{"my_api_key":"hunter2hunter2"}', 'hunter2'],
    ['a key of a joined name', 'openaiApiKey: hunter2hunter2', 'hunter2'],
    ['a key in JSON in JSON', String.raw`"{\"api_key\":\"hunter2hunter2\",\"a\":1}"`, 'hunter2'],
    ['a key some spaces on', 'api-key:  hunter2hunter2', 'hunter2'],
    ['a key of several words', '{"apiKey":"correct horse battery"}', 'horse'],
    ['a key with a quote in it', String.raw`{"apiKey":"cor\"rect horse"}`, 'horse'],
    ['a key that is a word', '{"api_key": "hunter"}', 'hunter'],
    ['a key of letters in a variable', 'MY_API_KEY=correcthorse', 'correcthorse'],
    ['a temporary key of AWS', 'as ASIAIOSFODNN7ABCDEFG', 'IOSFODNN7ABCDEFG'],
    [
      'a private key',
      'read -----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKC\nAQEA7b==\n-----END RSA PRIVATE KEY-----',
      'MIIEowIBAAKC',
    ],
    ['a private key that was cut off', '-----BEGIN PRIVATE KEY-----\nMIIEvgIBADAN', 'MIIEvgIBADAN'],
    ['a GitHub token', 'ghp_abcdefghijklmnop1234', 'abcdefghijklmnop1234'],
    ['a Stripe key', 'sk_live_abcdefghijkl', 'abcdefghijkl'],
    ['a user in a URL', 'GET https://ann:pass1word@api.test/x', 'pass1word'],
    ['a key in a query', 'GET https://api.test/x?api_key=abc123&page=2', 'abc123'],
    ['an OAuth code in a query', 'https://a.test/cb?state=1&code=abc123', 'abc123'],
  ];

  test.each(SECRETS)('loses %s', (_what, text, secret) => {
    const redacted = redactText(text);
    expect(redacted).not.toContain(secret);
    expect(redacted).toContain('[redacted]');
  });

  test('keeps what stands beside a key', () => {
    expect(redactText('{"apiKey":"a b","page":2}')).toBe('{"apiKey":"[redacted]","page":2}');
    expect(redactText(String.raw`{\"api_key\":\"a b\",\"page\":2}`)).toBe(
      String.raw`{\"api_key\":\"[redacted]\",\"page\":2}`,
    );
    expect(redactText('OPENAI_API_KEY=hunter2 npm start')).toBe(
      'OPENAI_API_KEY=[redacted] npm start',
    );
  });

  test('keeps what only looks a little like one', () => {
    for (const text of [
      'the bearer of news',
      'https://api.test/keys?page=2',
      'token cost 12',
      'ask-me',
      'risk-averse',
      'API key: invalid for this project',
      'the api key: expired, or not allowed here',
      'there is no "apiKey": it is missing',
    ]) {
      expect(redactText(text)).toBe(text);
    }
  });
});
