import { runInNewContext } from 'node:vm';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { escapeMarkdown, toSummary } from '#app/blueprint/generate/escape-markdown.ts';
import { quoteCode, toOneLine } from '#app/blueprint/generate/escape-text.ts';
import { printLiteral } from '#app/blueprint/generate/print-literal.ts';

test('a value that fits stays on one line, others get a line per item', () => {
  expect(printLiteral({ type: 'string', enum: ['a', 'b'] })).toBe(
    "{ type: 'string', enum: ['a', 'b'] }",
  );
  expect(printLiteral({ description: 'x'.repeat(90), 'Content-Type': [1, -0] })).toBe(
    `{\n  description: '${'x'.repeat(90)}',\n  'Content-Type': [1, -0],\n}`,
  );
});

test('a long text is broken after line feeds and between words', () => {
  const words = 'word '.repeat(30);
  const printed = printLiteral({ text: `first\n\n${words}`, list: [words] });
  expect(printed.split('\n')).toEqual([
    '{',
    '  text:',
    "    'first\\n\\n' +",
    `    '${'word '.repeat(18)}' +`,
    `    '${'word '.repeat(12)}',`,
    '  list: [',
    `    '${'word '.repeat(18)}' +`,
    `      '${'word '.repeat(12)}',`,
    '  ],',
    '}',
  ]);
});

test.each([
  ['ends with a line feed', `${'x'.repeat(95)}\n`],
  ['is one word', 'x'.repeat(120)],
])('a long text that %s is one literal', (_what, text) => {
  expect(printLiteral({ text })).toBe(`{\n  text: '${text.replace('\n', '\\n')}',\n}`);
});

test('any text is broken between words, and no literal is wider than necessary', () => {
  const piece = fc.constantFrom(
    'a',
    "don't",
    '\\',
    '<b>',
    ' ',
    '\n',
    ' '.repeat(99),
    'x'.repeat(70),
  );
  const texts = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      const printed = printLiteral([text]);
      const lines = Array.from(printed.matchAll(/^ +('.*'),?(?: \+)?$/gm), ([, line]) => line);
      const read = lines.map((line): string => runInNewContext(line ?? ''));
      if (!printed.startsWith('[\n')) return;
      expect(read.join('')).toBe(text);
      for (const [index, line] of read.entries()) {
        expect(line).not.toMatch(/\n[^\n]/);
        const next = /^[^ \n]*(?: +|\n+|$)/.exec(read[index + 1] ?? '')?.[0] ?? '';
        const isFull = quoteCode(line + next).length > 100 - 4 - ' +'.length;
        if (next !== '') expect(line.endsWith('\n') || isFull).toBe(true);
        if (next !== '') expect(line).toMatch(/[ \n]$/);
      }
    }),
    { numRuns: 500 },
  );
});

test('a property called __proto__ is a property', () => {
  expect(printLiteral(JSON.parse('{"__proto__": 1}'))).toBe("{ ['__proto__']: 1 }");
});

test('invisible characters are written as escapes, letters of any script are not', () => {
  expect(printLiteral('a\u202Eb\u200B\u{E0041}\u2028<ไทย é')).toBe(
    "'a\\u202Eb\\u200B\\uDB40\\uDC41\\u2028\\u003Cไทย é'",
  );
  expect(toOneLine(' a\n\u2028 b\u0000')).toBe('a b\\u0000');
});

test('Markdown and HTML in a text are escaped', () => {
  expect(escapeMarkdown('a | b\n# <img src=x> [x](y) `z` &amp;')).toBe(
    'a \\| b \\# &lt;img src=x&gt; \\[x\\](y) \\`z\\` &amp;amp;',
  );
  expect(escapeMarkdown('- item')).toBe('\\- item');
  expect(escapeMarkdown('1. item')).toBe('1\\. item');
});

test('a summary is the first sentence, cut where it is long', () => {
  expect(toSummary('Gives a pet. Use it often.', 160)).toBe('Gives a pet.');
  expect(toSummary('👩‍👧 abcdefgh', 4)).toMatch(/^.+…$/u);
});
