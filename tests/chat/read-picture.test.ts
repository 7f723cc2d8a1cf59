import { expect, test } from 'vitest';

import { readPicture } from '#app/chat/composer/read-picture.ts';

test.each(['png', 'jpeg', 'gif', 'webp'])('a picture of type %s is drawn', (type) => {
  const url = `data:image/${type};base64,AAAA`;
  expect(readPicture({ url, mediaType: `image/${type}` })).toBe(url);
});

test.each([
  ['SVG, which is a document', 'data:image/svg+xml;base64,AAAA'],
  ['a picture by address', 'https://example.com/a.png'],
  ['a page', 'data:text/html;base64,AAAA'],
  ['a page that calls itself a picture', 'data:text/html,data:image/png;base64,AAAA'],
  ['a script', 'javascript:alert(1)//data:image/png;base64,AAAA'],
])('%s is not', (_what, url) => {
  expect(readPicture({ url, mediaType: 'image/png' })).toBeNull();
});

test('of stored files those are drawn that are such a picture', () => {
  const url = 'attachment:x';
  const stored = '/api/chats/c/attachments/x';
  expect(readPicture({ url, mediaType: 'image/webp' }, stored)).toBe(stored);
  for (const mediaType of ['image/svg+xml', 'text/html', 'image/png, text/html']) {
    expect(readPicture({ url, mediaType }, stored)).toBeNull();
  }
  expect(readPicture({ url, mediaType: 'image/webp' })).toBeNull();
});
