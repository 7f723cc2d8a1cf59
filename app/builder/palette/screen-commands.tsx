import { Suspense, useState } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';

import type { BuilderChat } from '#app/builder/chat/use-builder-chat.ts';
import type { DraftScreen } from '#app/builder/use-draft.ts';
import type { ScreenAddress, ScreenTab } from '#app/builder/use-screen-address.ts';
import type { Place } from '#app/builder/workbench.tsx';
import { THEMES } from '#app/platform/theme.ts';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import { showToast } from '#app/ui/show-toast.ts';
import { chooseTheme } from '#app/ui/use-theme.ts';

import type { Command } from './command.ts';
import { useScreenKeys } from './use-screen-keys.ts';

const CommandPalette = lazyPart(
  async () => (await import('./command-palette.tsx')).CommandPalette,
  { isAskedFor: true },
);
const KeyHelp = lazyPart(async () => (await import('./key-help.tsx')).KeyHelp, {
  isAskedFor: true,
});

export type CommandWindow = 'palette' | 'keys';

interface Props {
  screen: DraftScreen;
  address: ScreenAddress;
  tabs: readonly { value: ScreenTab; label: string }[];
  chat: RefObject<BuilderChat | null>;
  onPlace: (place: Place) => void;
  /** Commands of the screen around it. */
  more: readonly Command[];
  open: CommandWindow | null;
  onOpen: (open: CommandWindow | null) => void;
  onChats: () => void;
}

/** The palette and the list of keys, loaded when somebody asks for them. */
export function ScreenCommands(props: Props) {
  const { open, onOpen, onChats } = props;
  const navigate = useNavigate();
  const [commands, setCommands] = useState<Command[]>([]);
  // As things stand when it opens: what runs then, and which tools there are.
  const [shown, setShown] = useState<CommandWindow | null>(null);
  if (open !== shown) {
    setShown(open);
    if (open === 'palette') setCommands(listCommands(props, () => void navigate('/')));
  }
  useScreenKeys({ onPalette: () => onOpen('palette'), onHelp: () => onOpen('keys'), onChats });
  const close = () => onOpen(null);
  return (
    <Suspense>
      {open === 'palette' ? <CommandPalette commands={commands} onClose={close} /> : null}
      {open === 'keys' ? <KeyHelp onClose={close} /> : null}
    </Suspense>
  );
}

function listCommands(props: Props, onNew: () => void): Command[] {
  const { screen, address, tabs, onPlace, onOpen, more } = props;
  const show = (tab: ScreenTab, tool?: string) => {
    onPlace('server');
    address.go(tool === undefined ? { tab } : { tab, tool });
  };
  const tools = screen.blueprint?.tools ?? [];
  return [
    ...listChatCommands(props),
    { id: 'new', group: 'Chat', label: 'New chat', run: onNew },
    ...more,
    ...tabs.map(({ value, label }): Command => {
      return { id: `tab-${value}`, group: 'Go to', label, run: () => show(value) };
    }),
    {
      id: 'keys',
      group: 'Go to',
      label: 'Keys',
      keys: '?',
      run: () => onOpen('keys'),
    },
    {
      id: 'endpoint',
      group: 'Server',
      label: 'Copy the endpoint',
      run: () => copyEndpoint(screen.draft.endpoint),
    },
    ...THEMES.map((theme): Command => {
      const label = { light: 'Light theme', dark: 'Dark theme', system: 'Theme of the device' }[
        theme
      ];
      return { id: `theme-${theme}`, group: 'Theme', label, run: () => chooseTheme(theme) };
    }),
    ...tools.map(({ name, title }, index): Command => {
      const label = title ? `${name} · ${title}` : name;
      return { id: `tool-${index}`, group: 'Tools', label, run: () => show('tools', name) };
    }),
  ];
}

function listChatCommands({ screen, chat, onPlace }: Props): Command[] {
  const { current } = chat;
  if (current === null || !screen.draft.mayEdit) return [];
  const write: Command = {
    id: 'write',
    group: 'Chat',
    label: 'Write a message',
    run: () => {
      // What is not shown takes no focus.
      flushSync(() => onPlace('chat'));
      current.focus?.();
    },
  };
  if (current.isBusy) {
    return [
      { id: 'stop', group: 'Chat', label: 'Stop the builder', keys: 'Esc', run: current.stop },
    ];
  }
  const hasAnswer = current.messages.some(({ role }) => role === 'assistant');
  const retry: Command = {
    id: 'retry',
    group: 'Chat',
    label: 'Answer the last message once more',
    run: () => {
      onPlace('chat');
      current.retry();
    },
  };
  return hasAnswer ? [write, retry] : [write];
}

function copyEndpoint(endpoint: string) {
  navigator.clipboard.writeText(new URL(endpoint, location.href).href).then(
    () => showToast('The endpoint is copied'),
    () => showToast('The browser refused to copy'),
  );
}
