import { expect, test } from 'vitest';

import { findTopic } from '#app/builder/built-in/answers/find-topic.ts';
import { HELP_TOPICS } from '#app/builder/built-in/answers/help-topics.ts';
import { closest, distance } from '#app/extraction/vocabulary/edit-distance.ts';

test.each([
  ['what is MCP?', 'mcp'],
  ['what is an mcp server', 'mcp'],
  ['what is a readiness report?', 'report'],
  ['how is the score calculated', 'report'],
  ['what is a rediness report', 'report'],
  ['what is the mock?', 'mock'],
  ['how do I switch to the real API?', 'mock'],
  ['what is an endpoint?', 'endpoint'],
  ['what is a version', 'version'],
  ['what does draft mean?', 'draft'],
  ['what is a blueprint?', 'blueprint'],
  ['How do I deploy this?', 'deploy'],
  ['how can i delpoy my server', 'deploy'],
  ['how do I publish it?', 'deploy'],
  ['how do I share this with a colleague?', 'share'],
  ['can I download the code?', 'export'],
  ['how do I run it in docker', 'export'],
  ['can I run it on my own machine?', 'export'],
  ['how do I connect it to Claude Desktop?', 'connect-claude-desktop'],
  ['how to use this in claude code', 'connect-claude-code'],
  ['connect to cursor', 'connect-cursor'],
  ['add it to VS Code', 'connect-vscode'],
  ['does it work with ChatGPT?', 'connect-chatgpt'],
  ['mcp inspector', 'connect-inspector'],
  ['how do I connect a client?', 'connect'],
  ['do you support OAuth?', 'authentication'],
  ['where do I enter my API key?', 'secrets'],
  ['where are secrets set?', 'secrets'],
  ['which model are you?', 'model'],
  ['are you an AI?', 'model'],
  ['how do I connect a better model?', 'connect-model'],
  ['can I use my own OpenAI key?', 'connect-model'],
  ['what does it cost?', 'limits'],
  ['what are the limits?', 'limits'],
  ['what can you not do', 'cannot'],
  ['what can you do?', 'can'],
  ['help', 'can'],
  ['which formats can I import?', 'import'],
  ['can I import a postman collection?', 'import'],
  ['can you push it to github?', 'github'],
  ['how do I undo something?', 'history'],
  ['where does my data live?', 'privacy'],
  ['how do I test a tool?', 'test'],
  ['which languages do you speak?', 'languages'],
])('%s', (text, id) => {
  expect(findTopic(text)?.id).toBe(id);
});

test.each([
  'GET https://tides.example.com/stations?zone=',
  'Write me a short poem about autumn leaves.',
  'the limit of the auctions should be at most 30 and the default 10',
  'add a tool for harbours that takes a zone and a date',
  'no, the other one! trams have no maximum',
  '',
])('no topic for: %s', (text) => {
  expect(findTopic(text)).toBeNull();
});

test('topics have unique ids and answers of one to four sentences', () => {
  expect(new Set(HELP_TOPICS.map(({ id }) => id)).size).toBe(HELP_TOPICS.length);
  for (const { id, answer } of HELP_TOPICS) {
    const sentences = answer.match(/[.;:!?](?=\s|$)/g) ?? [];
    expect(sentences.length, id).toBeGreaterThan(0);
    expect(answer.length, id).toBeLessThan(620);
  }
});

test('distance counts changed, added, removed and swapped letters', () => {
  expect(distance('stops', 'stops')).toBe(0);
  expect(distance('stpos', 'stops')).toBe(1);
  expect(distance('stop', 'stops')).toBe(1);
  expect(distance('', 'abc')).toBe(3);
  expect(distance('flag', 'flog')).toBe(1);
});

test('the closest name is found, and none if two are equally close or none is close', () => {
  expect(closest('searchRecipies', ['searchRecipes', 'listRecipes'])).toBe('searchRecipes');
  expect(closest('LIMIT', ['limit', 'limits'])).toBe('limit');
  expect(closest('form', ['from', 'forms'])).toBeNull();
  expect(closest('cat', ['car'])).toBeNull();
  expect(closest('lighthouse', ['berth', 'ship'])).toBeNull();
});
