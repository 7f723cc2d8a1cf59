import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { toAttachmentPart } from '#app/chat/attachments/stored-attachment.ts';
import { SentFiles } from '#app/chat/messages/sent-files.tsx';

const file = (name: string, mediaType: string) =>
  toAttachmentPart({ id: 'a'.repeat(64), name, mediaType, size: 13_000_000 });

const PATH = `/api/chats/mine/attachments/${'a'.repeat(64)}`;

test('a stored document has its size and a download, a stored picture is drawn', () => {
  render(
    <SentFiles chat="mine" files={[file('api.json', 'text/plain'), file('a.png', 'image/png')]} />,
  );
  const link = screen.getByRole('link', { name: 'api.json' });
  expect(link.getAttribute('href')).toBe(PATH);
  expect(link.hasAttribute('download')).toBe(true);
  expect(screen.getByRole('list', { name: 'Attached files' }).textContent).toContain('13.0 MB');
  expect(screen.getByRole('img', { name: 'a.png' }).getAttribute('src')).toBe(PATH);
});

test('a picture that could run something is offered as a download only', () => {
  render(<SentFiles chat="mine" files={[file('a.svg', 'image/svg+xml')]} />);
  expect(screen.queryByRole('img', { name: 'a.svg' })).toBeNull();
  expect(screen.getByRole('link', { name: 'a.svg' })).toBeTruthy();
});

test('without its chat a stored file has a name only', () => {
  render(<SentFiles files={[file('api.json', 'text/plain')]} />);
  expect(screen.getByText('api.json')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});
