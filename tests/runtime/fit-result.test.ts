import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { JsonValue, ToolResult } from '#app/runtime/definition.ts';
import { valueResult } from '#app/runtime/tool-result.ts';
import { fitResult } from '#app/runtime/tools/fit-result.ts';

import { textOf } from './context.ts';

const MAX = 2_000;
const sizeOf = (result: ToolResult) => new TextEncoder().encode(JSON.stringify(result)).length;
const firstText = (result: ToolResult) =>
  result.content[0]?.type === 'text' ? result.content[0].text : '';

test('a result that fits is unchanged', () => {
  const result = valueResult({ a: 1 });
  expect(fitResult(result, MAX)).toBe(result);
});

describe('a result that is too large', () => {
  test('loses items at the end of a list and says how many', () => {
    const items = Array.from({ length: 1000 }, (_, id) => ({ id, name: `Pet ${id}` }));
    const fitted = fitResult(valueResult({ items, total: 1000 }), MAX);
    const kept = fitted.structuredContent?.['items'] as JsonValue[];
    expect(sizeOf(fitted)).toBeLessThanOrEqual(MAX);
    expect(kept.length).toBeGreaterThan(10);
    expect(kept).toEqual(items.slice(0, kept.length));
    expect(fitted.structuredContent?.['total']).toBe(1000);
    expect(JSON.parse(firstText(fitted))).toEqual(fitted.structuredContent);
    expect(textOf(fitted)).toContain(
      `Cut to fit the limit of 2000 bytes: $.items holds ${kept.length} of 1000 items. Ask for less`,
    );
  });

  test('keeps the beginning of a single item that is too large', () => {
    const fitted = fitResult(valueResult([{ id: 1, text: 'x'.repeat(10_000) }], true), MAX);
    expect(fitted.structuredContent).toMatchObject({
      result: [{ id: 1, text: expect.stringMatching(/^x+…$/) }],
    });
    expect(textOf(fitted)).toMatch(/\$\.result\[0\]\.text holds \d+ of 10000 characters/);
  });

  test('drops properties if there are too many', () => {
    const many = Object.fromEntries(
      Array.from({ length: 2000 }, (_, index) => [`property${index}`, index]),
    );
    const fitted = fitResult(valueResult(many), MAX);
    expect(sizeOf(fitted)).toBeLessThanOrEqual(MAX);
    expect(textOf(fitted)).toMatch(/\$ holds \d+ of 2000 properties/);
  });

  test('cuts a text between two characters', () => {
    const fitted = fitResult({ content: [{ type: 'text', text: '😀'.repeat(5_000) }] }, MAX);
    expect(sizeOf(fitted)).toBeLessThanOrEqual(MAX);
    expect(firstText(fitted)).toMatch(/^(?:😀)+$/u);
    expect(textOf(fitted)).toMatch(/\d+ of 10000 characters are shown/);
  });

  test('omits files, which cannot be cut', () => {
    const data = 'A'.repeat(5_000);
    const fitted = fitResult(
      {
        content: [
          { type: 'text', text: 'Here it is.' },
          { type: 'image', data, mimeType: 'image/png' },
          {
            type: 'resource',
            resource: { uri: 'https://x/', mimeType: 'application/pdf', blob: data },
          },
        ],
      },
      MAX,
    );
    expect(fitted.content).toHaveLength(2);
    expect(textOf(fitted)).toMatch(/^Here it is\./);
    expect(textOf(fitted)).toMatch(
      /image content \(image\/png\) of \d+ bytes is left out; a file \(application\/pdf\)/,
    );
  });

  test('always fits, stays an object, and its mirror stays valid JSON', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 6, noUnicodeString: false }),
        fc.integer({ min: 1024, max: 3000 }),
        (value, max) => {
          const json: JsonValue = JSON.parse(
            JSON.stringify({ value, more: Array.from({ length: 40 }, () => value) }),
          );
          const whole = valueResult(json, true);
          const fitted = fitResult(whole, max);
          expect(sizeOf(fitted)).toBeLessThanOrEqual(max);
          expect(JSON.parse(firstText(fitted))).toEqual(fitted.structuredContent);
          if (sizeOf(whole) > max) expect(textOf(fitted)).toContain('Cut to fit');
        },
      ),
    );
  });
});
