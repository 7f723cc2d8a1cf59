import { clsx } from 'clsx';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';

import { PaneSeparator } from '#app/ui/pane-separator.tsx';
import { Segmented } from '#app/ui/segmented.tsx';

import {
  DEFAULT_CHAT_WIDTH,
  MAX_CHAT_WIDTH,
  MIN_CHAT_WIDTH,
  toChatWidth,
  writeChatWidth,
} from './chat-width.ts';

const PLACES = { chat: 'Chat', setup: 'Setup', server: 'Server' };
export type Place = keyof typeof PLACES;

interface Props {
  /** Which of them is open; where there is room, the server always is. */
  place: Place;
  onPlace: (place: Place) => void;
  /** Null where there is no conversation to show. */
  chat: ReactNode;
  setup: ReactNode;
  server: ReactNode;
  /** What the server is called; at the head of the side. */
  title: ReactNode;
  chatWidth: number;
  /** The conversation stands on the side from the beginning. */
  startsWithChat: boolean;
}

/** Conversation on one side, server on the other; on phones one of them at a time. */
export function Workbench(props: Props) {
  const { place, onPlace, chat, setup, server, title, chatWidth, startsWithChat } = props;
  const root = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(chatWidth);
  // What the side showed last stays there when a phone looks at the server.
  const [side, setSide] = useState<'chat' | 'setup'>(startsWithChat ? 'chat' : 'setup');
  if (place !== 'server' && side !== place) setSide(place);
  // Who came for the server has no use for a conversation until they turn to it.
  const [hasChat, setHasChat] = useState(startsWithChat);
  if (place === 'chat' && !hasChat) setHasChat(true);
  const shown = chat === null ? 'setup' : place === 'server' ? side : place;
  const places: Place[] = chat === null ? ['setup', 'server'] : ['chat', 'setup', 'server'];

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
      <div className="flex shrink-0 border-b px-4 py-1 md:hidden">
        <Places label="Show" places={places} value={place} onChange={onPlace} />
      </div>
      <div
        className={clsx(
          'flex min-h-0 flex-col max-md:grow md:w-(--chat-width) md:max-w-1/2 md:shrink-0',
          place === 'server' && 'max-md:hidden',
        )}
      >
        <div className="flex min-h-[45px] shrink-0 items-center gap-2 border-b px-4 max-md:hidden sm:pl-6">
          {title}
          {chat === null ? null : (
            <Places label="Side" places={['chat', 'setup']} value={shown} onChange={onPlace} />
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
      <div
        className={clsx(
          '@container flex min-h-0 min-w-0 grow flex-col',
          place !== 'server' && 'max-md:hidden',
        )}
      >
        {server}
      </div>
    </div>
  );
}

function Places({
  label,
  places,
  value,
  onChange,
}: {
  label: string;
  places: readonly Place[];
  value: Place;
  onChange: (place: Place) => void;
}) {
  const options = places.map((each) => ({ value: each, label: PLACES[each] }));
  return (
    <Segmented
      label={label}
      value={value}
      options={options}
      onChange={onChange}
      className="max-md:grow"
    />
  );
}
