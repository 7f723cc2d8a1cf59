import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { matchUriTemplate } from '#app/runtime/protocol/match-uri-template.ts';

const match = (template: string, uri: string) => {
  const found = matchUriTemplate(template, uri);
  return found === null ? null : Object.fromEntries(found);
};

/** What a regular expression would find, which tries all ways there are. */
function matchSlowly(template: string, uri: string) {
  const names: string[] = [];
  const source = template.replaceAll(/\{([^{}]+)\}|[^{}]/g, (part, name?: string) => {
    if (name === undefined) return part.replace(/\W/, '\\$&');
    names.push(name);
    return '([^/?#]+)';
  });
  const found = new RegExp(`^${source}$`).exec(uri);
  return found && Object.fromEntries(names.map((name, index) => [name, found[index + 1]]));
}

describe('a template', () => {
  test.each([
    ['x://pets/{id}', 'x://pets/7', { id: '7' }],
    ['x://pets/{id}', 'x://pets/', null],
    ['x://pets/{id}', 'x://pets/7/8', null],
    ['x://pets/{id}', 'y://pets/7', null],
    ['x://{a}/{b}.txt', 'x://1/2.3.txt', { a: '1', b: '2.3' }],
    ['x://{a}-{b}', 'x://1-2-3', { a: '1-2', b: '3' }],
    ['x://{a}{b}', 'x://123', { a: '12', b: '3' }],
    ['x://{a}{b}', 'x://1', null],
    ['x://{a}b', 'x://b', null],
    ['x://{a}', 'x://%C3%A4%2F', { a: 'ä/' }],
    ['x://{a}', 'x://%zz', null],
    ['x://fixed', 'x://fixed', {}],
    ['x://fixed', 'x://other', null],
  ])('%s with %s', (template, uri, expected) => {
    expect(match(template, uri)).toEqual(expected);
  });

  test('is matched as by an exhaustive search', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 3 });
    const texts = fc.array(text, { minLength: 1, maxLength: 4 });
    const uris = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 9 });
    fc.assert(
      fc.property(texts, uris, (fixed, uri) => {
        const template = fixed.reduce((all, one, index) => `${all}{v${index}}${one}`);
        expect(match(template, uri)).toEqual(matchSlowly(template, uri));
      }),
      { numRuns: 3_000 },
    );
  });

  test('with many variables rejects a URI with another ending quickly', () => {
    expect(match('x://{a}{b}{c}{d}{e}{f}/e', `x://${'a'.repeat(250)}`)).toBeNull();
    expect(match('x://{a}a{b}a{c}a{d}a{e}a{f}/e', `x://${'a'.repeat(8_000)}/`)).toBeNull();
    expect(match('x://{a}', `x://${'a'.repeat(9_000)}`)).toBeNull();
  });
});
