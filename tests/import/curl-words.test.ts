import { execFileSync } from 'node:child_process';

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { readShellWords } from '#app/blueprint/import/curl/shell-words.ts';

/** The words as bash itself reads them. */
function bashWords(script: string): string[] {
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  const printed = execFileSync('bash', ['--norc', '-c', `printf '%s\\0' ${script}`], { env });
  return printed.toString('utf8').split('\0').slice(0, -1);
}

function ourWords(script: string): string[] {
  return readShellWords(script).flatMap(({ words }) => words);
}

const SCRIPTS = [
  `curl https://api.test/users`,
  `curl 'https://api.test/a b' -H 'X: it'\\''s'`,
  `curl "https://api.test/?q=\\"x\\"" -d "a\\\\b \\n"`,
  `curl -d $'it\\'s\\ta\\nb \\x41 \\u00e9 \\U1F600 \\101 \\\\'`,
  `curl https://api.test \\\n  -H 'A: b' \\\n  --data-raw '{"a":\n1}'`,
  `curl -d "one\\\ntwo"`,
  `curl a\\ b c\\'d`,
  `curl '' "" -H ""`,
  `curl 'a'"b"c$'d'`,
  `curl x#y 'z # w' # a comment`,
  `curl -d '$HOME' -d "\\$HOME" -d '\`date\`'`,
  `curl -d "\\\`x\\\`"`,
  `curl	tab   spaces`,
  `curl -d '{"a": "b"}' -X POST`,
  `curl "a'b" 'c"d'`,
  `curl -d $'a"b' -d "a$"`,
  `curl -d '{"start":"^","re":"^abc"}'`,
  `curl -d '$ not a prompt
$ nor this'`,
  "curl -d '```js\ncode\n```'",
];

test.each(SCRIPTS)('words are split as in bash: %s', (script) => {
  expect(ourWords(script)).toEqual(bashWords(script));
});

test('any shell-quoted text is read back', () => {
  const words = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(words, fc.constantFrom('single', 'double'), (values, kind) => {
      const wanted = values.map((value) => value.replace(/[\0\r\uE000-\uE002]/g, '').trim());
      const quoted = wanted.map((value) =>
        kind === 'single'
          ? `'${value.replaceAll("'", "'\\''")}'`
          : `"${value.replace(/[$"`\\]/g, '\\$&')}"`,
      );
      expect(ourWords(`curl ${quoted.join(' ')}`)).toEqual(['curl', ...wanted]);
    }),
  );
});

test('commands end as in a shell, and piped commands are not read', () => {
  const script = `
# first
# of two
curl https://a.test/1; curl https://a.test/2 | jq .name && curl https://a.test/3

# belongs to nothing

curl https://a.test/4 > out.json
`;
  const commands = readShellWords(script);
  expect(commands.map(({ words }) => words.slice(0, 2).join(' '))).toEqual([
    'curl https://a.test/1',
    'curl https://a.test/2',
    'jq .name',
    'curl https://a.test/3',
    'curl https://a.test/4',
  ]);
  expect(commands.map(({ comment }) => comment)).toEqual(['first of two', null, null, null, null]);
  expect(commands.map(({ line }) => line)).toEqual([4, 4, 4, 4, 8]);
});

test('an unquoted address keeps its whole query', () => {
  expect(ourWords('curl https://a.test/?a=1&b=2 -s')).toEqual([
    'curl',
    'https://a.test/?a=1&b=2',
    '-s',
  ]);
});

test('variables that the script sets are substituted, others stay placeholders', () => {
  const words = ourWords('HOST=https://a.test\nexport V="v1"\ncurl $HOST/${V}/"$ID"/$(date +%s)');
  expect(words[1]).toBe('https://a.test/v1/\uE000ID\uE001/\uE000value\uE001');
});

test('commands that browsers copy for Windows are read like those for bash', () => {
  const windows =
    'curl ^"https://a.test/x?a=1^&b=2^" ^\r\n  -H ^"X: ^\\^"q^\\^"^" ^\r\n  --compressed';
  expect(ourWords(windows)).toEqual(
    ourWords(`curl 'https://a.test/x?a=1&b=2' -H 'X: "q"' --compressed`),
  );
});
