import { Server, Wrench } from 'lucide-react';
import { useLocation } from 'react-router';

import { requestJson } from '#app/api-client/api-request.ts';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import { ChatPage } from '#app/chat/list/chat-page.ts';

import type { Command } from './command.ts';

/** The way to each of the person's newest servers and their tools; what cannot be loaded is left out. */
export function useRecentCommands(go: (to: string) => void): Command[] {
  // The open server lists its own.
  const openId = useLocation().pathname.replace(/^\/chat\//, '');
  const { value } = useLoaded('servers', '', () => requestJson(ChatPage, '/api/chats'));
  const chats = value?.chats ?? [];
  return [
    ...chats.map(({ id, title, tools }): Command => ({
      id: `server-${id}`,
      group: 'Servers',
      label: title,
      note: tools === 1 ? '1 tool' : `${tools} tools`,
      icon: Server,
      run: () => go(`/chat/${id}`),
    })),
    ...chats
      .filter(({ id }) => id !== openId)
      .flatMap(({ id, title, toolNames }) =>
        toolNames.map((name): Command => ({
          id: `server-${id}-${name}`,
          group: 'Tools',
          label: name,
          note: title,
          icon: Wrench,
          run: () => go(`/chat/${id}?${new URLSearchParams({ tab: 'tools', tool: name })}`),
        })),
      ),
  ];
}
