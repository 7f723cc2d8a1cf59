import { expect, test } from 'vitest';

import { expandTemplate, findVariables } from '#app/tester/resources/uri-template.ts';

/** Examples of RFC 6570 with text values. */
const VALUES = {
  var: 'value',
  hello: 'Hello World!',
  path: '/foo/bar',
  x: '1024',
  y: '768',
  empty: '',
  half: '50%',
};

test.each([
  ['{var}', 'value'],
  ['{hello}', 'Hello%20World%21'],
  ['{+hello}', 'Hello%20World!'],
  ['{+path}/here', '/foo/bar/here'],
  ['{path}', '%2Ffoo%2Fbar'],
  ['{#path}', '#/foo/bar'],
  ['map?{x,y}', 'map?1024,768'],
  ['X{.x,y}', 'X.1024.768'],
  ['{/var,x}/here', '/value/1024/here'],
  ['{;x,y}', ';x=1024;y=768'],
  ['{?x,y}', '?x=1024&y=768'],
  ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
  ['{var:3}', 'val'],
  ['{half}', '50%25'],
  ['{+half}', '50%25'],
  ['{?empty,missing}', ''],
  ['{constructor}', ''],
  ['plain', 'plain'],
  ['{}', ''],
])('%s expands to %s', (template, expanded) => {
  expect(expandTemplate(template, VALUES)).toBe(expanded);
});

test('variables are named once, in their order', () => {
  expect(findVariables('a://{b}/{+c,d:3}{?b,e*}')).toEqual(['b', 'c', 'd', 'e']);
});
