import { expect, test } from 'vitest';

import { escapeMarkdown, toSummary } from '#app/blueprint/generate/escape-markdown.ts';
import { toOneLine } from '#app/blueprint/generate/escape-text.ts';
import { printLiteral } from '#app/blueprint/generate/print-literal.ts';

test('what fits a line stays on it, what does not gets a line an item', () => {
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

test('a property called __proto__ is a property', () => {
  expect(printLiteral(JSON.parse('{"__proto__": 1}'))).toBe("{ ['__proto__']: 1 }");
});

test('characters that nobody sees are written as escapes, letters of any script are not', () => {
  expect(printLiteral('a\u202Eb\u200B\u{E0041}\u2028<ไทย é')).toBe(
    "'a\\u202Eb\\u200B\\uDB40\\uDC41\\u2028\\u003Cไทย é'",
  );
  expect(toOneLine(' a\n\u2028 b\u0000')).toBe('a b\\u0000');
});

test('Markdown and HTML in a text are text', () => {
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
