import { expect, test } from 'vitest';

import { readSnippets } from '#app/extraction/snippets/read-snippets.ts';
import { readTypes } from '#app/extraction/snippets/read-types.ts';

const MEGABYTE = 1_000_000;
const UNITS = [
  'a(',
  '{',
  'curl ',
  "curl '",
  'fetch(',
  'app.get(',
  '@app.get("/x")\n',
  'GET /x HTTP/1.1\n',
  'x = (\n',
  '[',
  '"',
  'a.b.',
  '<',
  '/** ',
  '###\n',
  'interface A {',
  'class A:\n',
  'http x/',
  'const x = ',
  '((',
  '@Get(',
  '`',
  '${',
  'router.get("/x", ',
  '\n',
  ' ',
  '{"a":',
  'curl https://a.example.com/x\n',
  'router.use("/a", ',
  'fetch("https://a.example.com/x")\n',
  'get(((',
  'route("/a") {',
  "get '/x' do\n",
  'Request("https://a.test/x"\n',
  '-Body @{ a = "b" ',
  'r.get("/x", func() {',
  'resources :a do\n',
  'x = "https://a.test/${\n',
];

// A reader that goes back over the text never comes to an end here: the test's own time limit tells.
test.each(UNITS)('a megabyte of %j is read in bounded time', { timeout: 20_000 }, (unit) => {
  const text = unit.repeat(Math.ceil(MEGABYTE / unit.length));
  expect(readSnippets(text).rest).toHaveLength(text.length);
  expect(readTypes(text).length).toBeLessThanOrEqual(1_000);
});
