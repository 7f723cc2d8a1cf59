import { expect, test } from 'vitest';

import { isExponential } from '#app/sandbox/regular/is-exponential.ts';

test.each([
  /(a+)+b/,
  /^(a+)+$/,
  /(a*)*b/,
  /(a|a)*b/,
  /(a|aa)+$/,
  /(\w+\s?)*!/,
  /(?:\w|\d)+x/,
  /^(([a-z])+.)+[A-Z]([a-z])+$/,
  /(.*)*x/,
  /(x+x+)+y/,
  /(?:(?:|)a)*b/,
  /(?:(?:x?|y?)z)*b/,
  /(a?){30}a{30}/,
  /(?:a{1,8}){1,8}b/,
  /((a{1,3}){1,3}){1,3}b/,
  /(([\w.]+)+@)/,
  /(a|A)+b/i,
  /(.|\n)+x/s,
  /(?=(a+)+b)c/,
  /(?i:(a+)+)b/,
  new RegExp(String.raw`(?:\-|[\-_])+x`),
  /([^"]+|"[^"]*)+$/,

  /^(\d+)*$/,
  /(?<n>x|x)*\k<n>y/,
  /^(a)(?:\1|a)*b/,
  /^(?<q>a)(?:\k<q>|a)+b/,
  /^(a)(b\1)(?:\2|ba)*c/,
  /(?:(x)|y)(?:\1a|a)*b/,
])('%s can take for ever', ({ source, flags }) => {
  expect(isExponential(source, flags)).toBe(true);
});

test.each([
  /^\s+|\s+$/g,
  /<[^>]*>/g,
  /(\w+)\s(\w+)/,
  /"(?:[^"\\]|\\.)*"/,
  /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/,
  /^(\d{1,3}\.){3}\d{1,3}$/,
  /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/,
  /(?:a|b)*c/,
  /(a|b|ab)/,
  /^#?([a-f\d]{2})([a-f\d]{2})([a-f\d]{2})$/i,
  /[A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2}/,
  /(?:https?:\/\/)?(?:www\.)?[-\w]+(?:\.[a-z]{2,})+(?:\/[^\s]*)?/i,
  /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/,
  /(?:^|,)("(?:[^"]|"")*"|[^,]*)/g,
  /(?<=\$)\d+(?!\d)/,
  /\bfoo\b|\bbar\b/gi,
  /([.*+?^=!:${}()|[\]/\\])/g,
  /^(?:ISO|DIN)\s?(\d+)(?:-\d+)*$/,
  /(.)\1+/,
  /(a)(?:\1b)*c/,
  /^(['"])(?:\\.|[^\\])*?\1$/,
  /^<([a-z]+)>[^<]*<\/\1>$/,
  /\/\*[\s\S]*?\*\//g,
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  /\{\{\s*([\w.]+)\s*\}\}/g,
  /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu,
  new RegExp(String.raw`^\x41{2}\_\-\@$`),
])('%s is fine', ({ source, flags }) => {
  expect(isExponential(source, flags)).toBe(false);
});

test('a long list of words is fine, also within a loop', () => {
  const words = Array.from({ length: 800 }, (_, at) => `w${at}x`).join('|');
  expect(isExponential(`\\b(?:${words})\\b`, 'gi')).toBe(false);
  expect(isExponential(`^(?:${words.slice(0, 600)})*$`, '')).toBe(false);
});

test('what cannot be looked at in time counts as endless', () => {
  const many = Array.from({ length: 3_000 }, (_, at) => `[a-z]${'.'.repeat(at % 5)}`).join('|');
  expect(isExponential(`(?:${many})*`, '')).toBe(true);
  expect(isExponential('('.repeat(300) + ')'.repeat(300), '')).toBe(true);
  expect(isExponential('([[a]]+)+b', 'v')).toBe(true);
  expect(isExponential('(', '')).toBe(false);
});
