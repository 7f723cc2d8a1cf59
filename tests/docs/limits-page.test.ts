import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { DEFAULT_POLICIES } from '#app/blueprint/defaults.ts';
import { MAX_DOCUMENT_BYTES } from '#app/drafts/documents/composer-input.ts';

const PAGE = readFileSync('app/docs/pages/limits.mdx', 'utf8');

/** The second cell of the row that begins with these words. */
function cell(words: string): string {
  const row = PAGE.split('\n').find((line) =>
    line.toLowerCase().startsWith(`| ${words.toLowerCase()}`),
  );
  return row?.split('|')[2]?.trim() ?? '';
}

/** The limit of a binding in wrangler.toml, which counts by the minute. */
function rateOf(name: string): string {
  const wrangler = readFileSync('wrangler.toml', 'utf8');
  const found = new RegExp(`name = "${name}"[^[]*limit = (\\d+), period = 60`).exec(wrangler);
  return found?.[1] ?? 'missing';
}

test('the rates on the page of limits are those of the bindings', () => {
  expect(cell('drafts created')).toBe(rateOf('LIMIT_DRAFTS'));
  expect(cell('calls of a draft')).toBe(rateOf('LIMIT_CALLS'));
  expect(cell('requests of the management API')).toBe(rateOf('LIMIT_CALLS'));
  expect(cell('messages to the builder')).toBe(rateOf('LIMIT_TURNS'));
  expect(cell('requests to one host')).toBe(rateOf('LIMIT_HOSTS'));
  expect(cell('sessions of 2025-11-25')).toBe(rateOf('LIMIT_MCP_SESSIONS'));
});

test('the sizes and times are those of the code', () => {
  const { timeoutMs, maxUpstreamBytes, maxResultBytes, retries, concurrency, breaker } =
    DEFAULT_POLICIES;
  expect(cell('a document')).toBe(`${MAX_DOCUMENT_BYTES / 1_048_576} MB`);
  expect(cell('response of an API')).toBe(`${maxUpstreamBytes / 1_000_000} MB`);
  expect(cell('result of a tool')).toBe(`${maxResultBytes / 1_000} kB`);
  expect(cell('duration of a call')).toBe(`${timeoutMs / 1_000} seconds`);
  expect(cell('attempts')).toBe(String(retries?.attempts));
  expect(cell('concurrent requests')).toBe(`${concurrency?.atOnce} and ${concurrency?.waiting}`);
  expect(cell('pause after five')).toBe(`${(breaker?.cooldownMs ?? 0) / 1_000} seconds`);
  expect(breaker?.failures).toBe(5);
});
