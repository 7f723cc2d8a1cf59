import { expect, test } from 'vitest';

import { describeActivity, subjectOf } from '#app/chat/messages/tool-words.ts';

test('a call is told in words of its tool, and by its bare name where the tool is gone', () => {
  expect(describeActivity('upsert_tool', false)).toBe('Writing a tool');
  expect(describeActivity('upsert_tool', true)).toBe('Wrote a tool');
  expect(describeActivity('old_tool', true)).toBe('old_tool');
});

test.each([
  ['upsert_tool', { name: 'get_user', title: 'A user' }, 'get_user'],
  ['remove_tool', { name: 'get_user' }, 'get_user'],
  ['remove_tool', { names: ['get_user', 'get_order'] }, '2 tools'],
  ['rename_tool', { renames: [{ from: 'a', to: 'b' }] }, '1 tool'],
  ['rename_tool', { from: 'a', to: 'b' }, 'b'],
  ['import_document', { text: '{}' }, null],
  ['import_document', { url: 'https://a.example/openapi.json' }, 'https://a.example/openapi.json'],
  ['import_document', { attachment: 'pets.json' }, 'pets.json'],
  ['set_upstream', { baseUrl: 'https://a.example', title: 'A' }, 'https://a.example'],
  ['set_identity', { name: '', title: 'Shop' }, 'Shop'],
  ['run_checks', {}, null],
  ['old_tool', { name: 'get_user' }, null],
])('a call of %s with %j is about %s', (tool, input, subject) => {
  expect(subjectOf(tool, input)).toBe(subject);
});

test('an input that is still being written is about nothing yet', () => {
  expect(subjectOf('upsert_tool', undefined)).toBeNull();
  expect(subjectOf('remove_tool', { names: 'get' })).toBeNull();
});
