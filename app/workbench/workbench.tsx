import { clsx } from 'clsx';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';

import { PaneSeparator } from '#app/ui/pane-separator.tsx';
import { Segmented } from '#app/ui/segmented.tsx';
import { TAB } from '#app/ui/tabs.tsx';

import {
  DEFAULT_CHAT_WIDTH,
  MAX_CHAT_WIDTH,
  MIN_CHAT_WIDTH,
  toChatWidth,
  writeChatWidth,
} from './chat-width.ts';

const SIDES = [
  { value: 'chat', label: 'Chat' },
  { value: 'setup', label: 'Setup' },
] as const;
type Side = (typeof SIDES)[number]['value'];
export type WorkbenchPlace = Side | 'server';

interface Props {
  /** Which of them is open; where there is room, the server always is. */
  place: WorkbenchPlace;
  onPlace: (place: WorkbenchPlace) => void;
  /** Null where there is no conversation to show. */
  chat: ReactNode;
  setup: ReactNode;
  server: ReactNode;
  /** The name of the server; at the head of the side pane. */
  title: ReactNode;
  chatWidth: number;
  /** The side pane shows the conversation from the beginning. */
  startsWithChat: boolean;
}

/** Conversation on one side, server on the other; on phones one of them at a time, see {@link SideButtons}. */
export function Workbench(props: Props) {
  const { place, onPlace, chat, setup, server, title, chatWidth, startsWithChat } = props;
  const root = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(chatWidth);
  // The side pane keeps its last content while a phone shows the server.
  const [side, setSide] = useState<Side>(startsWithChat ? 'chat' : 'setup');
  if (place !== 'server' && side !== place) setSide(place);
  // A visitor who came for the server does not need a conversation until they turn to it.
  const [hasChat, setHasChat] = useState(startsWithChat);
  if (place === 'chat' && !hasChat) setHasChat(true);
  const shown = chat === null ? 'setup' : place === 'server' ? side : place;

  function settle(next: number) {
    const settled = toChatWidth(next);
    move(settled);
    setWidth(settled);
    document.cookie = writeChatWidth(settled);
  }

  /** Past React: a drag draws sixty times a second. */
  function move(next: number) {
    root.current?.style.setProperty('--chat-width', `${toChatWidth(next)}px`);
  }

  return (
    <div
      ref={root}
      style={{ ['--chat-width' as string]: `${width}px` }}
      className="flex min-h-0 min-w-0 grow flex-col md:flex-row"
    >
      <div
        className={clsx(
          'flex min-h-0 flex-col max-md:grow md:w-(--chat-width) md:max-w-1/2 md:shrink-0',
          place === 'server' && 'max-md:hidden',
        )}
      >
        <div className="flex min-h-[45px] shrink-0 items-center gap-2 border-b px-4 max-md:hidden sm:ps-6">
          {title}
          {chat === null ? null : (
            <Segmented label="Side" value={shown} options={SIDES} onChange={onPlace} />
          )}
        </div>
        {/* Hidden, not gone: an answer goes on while somebody looks at the setup. */}
        {chat === null ? null : (
          <div className={clsx('min-h-0 grow flex-col', shown === 'chat' ? 'flex' : 'hidden')}>
            {hasChat ? chat : null}
          </div>
        )}
        {shown === 'setup' ? setup : null}
      </div>
      <PaneSeparator
        label="Width of the chat"
        width={width}
        min={MIN_CHAT_WIDTH}
        max={MAX_CHAT_WIDTH}
        initial={DEFAULT_CHAT_WIDTH}
        onMove={move}
        onSettle={settle}
      />
      {/* On phones its tabs are above the open part, be that the server or the side. */}
      <div className="@container flex min-h-0 min-w-0 grow flex-col max-md:contents">{server}</div>
    </div>
  );
}

/** The sides as buttons beside the tabs of the server: on phones all of them are one row. */
export function SideButtons({
  place,
  hasChat,
  onPlace,
}: {
  place: WorkbenchPlace;
  hasChat: boolean;
  onPlace: (place: WorkbenchPlace) => void;
}) {
  const sides = SIDES.filter(({ value }) => hasChat || value !== 'chat');
  return (
    <fieldset aria-label="Show" className="me-1.5 flex border-e pe-1.5 md:hidden">
      {sides.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={place === value}
          className={clsx(TAB, 'aria-pressed:border-blue aria-pressed:text-ink')}
          onClick={() => onPlace(value)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
