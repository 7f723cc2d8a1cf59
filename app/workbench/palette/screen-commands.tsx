import {
  Copy,
  Keyboard,
  MessageSquareText,
  PanelRight,
  RotateCcw,
  Square,
  Wrench,
} from 'lucide-react';
import { Suspense, useState } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';

import type { BuilderChat } from '#app/chat/live/use-builder-chat.ts';
import type { Command } from '#app/palette/command.ts';
import { useScreenCommands } from '#app/palette/palette-store.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { showToast } from '#app/ui/show-toast.ts';
import type { DraftScreen } from '#app/workbench/use-draft.ts';
import type { ScreenAddress, ScreenTab } from '#app/workbench/use-screen-address.ts';
import type { WorkbenchPlace } from '#app/workbench/workbench.tsx';

import { useScreenKeys } from './use-screen-keys.ts';

const KeyHelp = lazyPart(async () => (await import('./key-help.tsx')).KeyHelp, {
  isAskedFor: true,
});

interface Props {
  screen: DraftScreen;
  address: ScreenAddress;
  tabs: readonly { value: ScreenTab; label: string }[];
  chat: RefObject<BuilderChat | null>;
  onPlace: (place: WorkbenchPlace) => void;
  /** Commands of the screen around it. */
  more: readonly Command[];
  onChats: () => void;
}

/** The palette's commands on this screen, and the list of keys, loaded on first use. */
export function ScreenCommands(props: Props) {
  const [isHelpOpen, setHelpOpen] = useState(false);
  const openHelp = () => setHelpOpen(true);
  useScreenCommands(() => listCommands(props, openHelp));
  useScreenKeys({ onHelp: openHelp, onChats: props.onChats });
  return isHelpOpen ? (
    <Suspense>
      <KeyHelp onClose={() => setHelpOpen(false)} />
    </Suspense>
  ) : null;
}

function listCommands(props: Props, onHelp: () => void): Command[] {
  const { screen, address, tabs, onPlace, more } = props;
  const show = (tab: ScreenTab, tool?: string) => {
    onPlace('server');
    address.go(tool === undefined ? { tab } : { tab, tool });
  };
  const tools = screen.blueprint?.tools ?? [];
  return [
    ...listChatCommands(props),
    ...more,
    ...tabs.map(({ value, label }): Command => {
      return { id: `tab-${value}`, group: 'View', label, icon: PanelRight, run: () => show(value) };
    }),
    {
      id: 'keys',
      group: 'View',
      label: 'Keyboard shortcuts',
      icon: Keyboard,
      keys: '?',
      run: onHelp,
    },
    {
      id: 'endpoint',
      group: 'Server',
      label: 'Copy the endpoint',
      icon: Copy,
      run: () => copyEndpoint(screen.draft.endpoint),
    },
    ...tools.map(({ name, title }, index): Command => {
      return {
        id: `tool-${index}`,
        group: 'Tools',
        label: name,
        ...(title ? { note: title } : {}),
        icon: Wrench,
        run: () => show('tools', name),
      };
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
    icon: MessageSquareText,
    run: () => {
      // An element that is not shown takes no focus.
      flushSync(() => onPlace('chat'));
      current.focus?.();
    },
  };
  if (current.isBusy) {
    return [
      {
        id: 'stop',
        group: 'Chat',
        label: 'Stop the builder',
        icon: Square,
        keys: 'Esc',
        run: current.stop,
      },
    ];
  }
  const hasAnswer = current.messages.some(({ role }) => role === 'assistant');
  const retry: Command = {
    id: 'retry',
    group: 'Chat',
    label: 'Answer the last message again',
    icon: RotateCcw,
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
