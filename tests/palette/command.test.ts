import { Server } from 'lucide-react';
import { expect, test } from 'vitest';

import { filterCommands, type Command } from '#app/palette/command.ts';

const command = (group: Command['group'], label: string, note?: string): Command => ({
  id: `${group} ${label}`,
  group,
  label,
  icon: Server,
  ...(note === undefined ? {} : { note }),
  run: () => undefined,
});

const COMMANDS = [
  command('Tools', 'get_user', 'Get a user'),
  command('Servers', 'Users of 2026', '3 tools'),
  command('Pages', 'Chats'),
  command('Chat', 'Write a message'),
];
const labels = (query: string) => filterCommands(COMMANDS, query).map(({ label }) => label);

test('all commands stand in the order of their groups', () => {
  expect(labels('')).toEqual(['Write a message', 'Chats', 'Users of 2026', 'get_user']);
});

test('every word that is typed begins a word of the label, the note or the group', () => {
  expect(labels('user')).toEqual(['Users of 2026', 'get_user']);
  expect(labels('tools get')).toEqual(['get_user']);
  expect(labels('serv 3')).toEqual(['Users of 2026']);
  expect(labels('ser')).toEqual(['Users of 2026']);
  expect(labels('sers')).toEqual([]);
});
