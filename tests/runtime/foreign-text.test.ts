import { describe, expect, test } from 'vitest';

import { describeErrorStatus } from '#app/runtime/tools/describe-failure.ts';
import { readPageSigns } from '#app/runtime/tools/page-signs.ts';

function said(page: string): string {
  const headers: [string, string][] = [['content-type', 'text/html']];
  const body = new TextEncoder().encode(page);
  const text = describeErrorStatus('GET /pets', { response: { status: 404, headers, body } });
  return /^It said: (.*)$/m.exec(text)?.[1] ?? '';
}

describe('an error page', () => {
  test.each([
    ['<html><p>Not <b>here</b>.</p></html>', 'Not here .'],
    ['<!DOCTYPE html><SCRIPT>a < b</SCRIPT >Sorry<style>p {}</style>!', 'Sorry !'],
    ['<html><scripture>In the beginning</scripture>', 'In the beginning'],
    ['<html>Half a <tag', 'Half a'],
    ['<html>Sorry.<script>let a = 1;', 'Sorry.'],
  ])('%s says what a person reads', (page, text) => {
    expect(said(page)).toBe(text);
  });

  test('without closing marks is read in linear time', () => {
    expect(said(`<html>Sorry.${'<script>'.repeat(60_000)}`)).toBe('Sorry.');
    expect(said(`<html>Sorry.${'<'.repeat(500_000)}`)).toBe('Sorry.');
  });
});

describe('a Link header', () => {
  const next = (link: string) =>
    readPageSigns({ status: 200, headers: [['link', link]], body: new Uint8Array() }, []).url;

  test('names the next page, also after other links', () => {
    expect(next('</a>; rel="prev", </b>; rel="next"')).toBe('/b');
    expect(next('<<</b>; rel="next"')).toBe('/b');
  });

  test('without closing marks is read in linear time', () => {
    expect(next('<'.repeat(500_000))).toBeUndefined();
  });
});
