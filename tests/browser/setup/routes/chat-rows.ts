import { untilText, type RouteRow } from './route-row.ts';

const chat = (name: string, tab: string | null): RouteRow => ({
  route: 'chat/:id',
  name: `chat-${name}`,
  as: 'owner',
  address: ({ chats }) => `/chat/${chats.talk}${tab === null ? '' : `?tab=${tab}`}`,
});

/** Chats with the tabs of their servers. */
export const CHAT_ROWS: readonly RouteRow[] = [
  chat('conversation', null),
  chat('map', 'map'),
  chat('tools', 'tools'),
  chat('try', 'try'),
  chat('files', 'files'),
  {
    ...chat('report', 'report'),
    act: (page) => page.getByRole('region', { name: 'Verdict' }).waitFor(),
  },
  chat('history', 'history'),
  chat('use', 'use'),
  {
    route: 'chat/:id',
    name: 'chat-public',
    address: ({ chats }) => `/chat/${chats.public}`,
  },
  {
    route: 'chat/:id',
    name: 'chat-unknown',
    address: '/chat/AAAAAAAAAAAAAAAAAAAAAA',
    allowed: /status of 404/,
  },
  { route: 'chats', name: 'chats', as: 'owner' },
  { route: 'chats', name: 'chats-empty', as: 'newcomer' },
  { route: 'chats', name: 'chats-nothing-found', as: 'owner', address: '/chats?q=zebra' },
  { route: 'public-chats', name: 'public-chats', as: 'owner' },
  { route: 'public-chats', name: 'public-chats-empty', as: 'newcomer' },
  {
    route: 'ai-loop',
    name: 'ai-loop-ended',
    as: 'owner',
    address: ({ chats }) => `/ai-loop?chat=${chats.goal}`,
    act: untilText('Two rounds in a row changed nothing'),
  },
];
