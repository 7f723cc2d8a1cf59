import { Play, RotateCcw, StepForward } from 'lucide-react';
import { useEffect, useId, useState } from 'react';

import type { ChatMessage } from '#app/chat/chat-parts.ts';
import { readOnlyChat } from '#app/chat/live/read-only-chat.ts';
import { MessageList } from '#app/chat/messages/message-list.tsx';
import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/input.tsx';
import { Textarea } from '#app/ui/textarea.tsx';

import { createReplyReader } from './create-reply-reader.ts';
import { RECORDED_REPLY } from './recorded-reply.ts';

const PIECE_EVERY_MS = 40;

interface Reading {
  feed: (piece: string) => void;
  at: number;
}

/** Feeds a reply to the parser in pieces of any size, and shows the message that it has become. */
export function ReplyBench() {
  const [reply, setReply] = useState(RECORDED_REPLY);
  const [size, setSize] = useState('24');
  const [message, setMessage] = useState<ChatMessage | null>(null);
  const [faults, setFaults] = useState<string[]>([]);
  const [reading, setReading] = useState<Reading | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const ids = { reply: useId(), size: useId() };
  const at = reading?.at ?? 0;
  const isOver = at >= reply.length;
  const step = Math.max(1, Number(size) || 1);

  function reset() {
    setReading(null);
    setMessage(null);
    setFaults([]);
    setPlaying(false);
  }

  function feedNext() {
    const { feed } = reading ?? {
      feed: createReplyReader({
        onMessage: (next) => setMessage(structuredClone(next)),
        onFault: (text) => setFaults((known) => [...known, text]),
      }),
    };
    feed(reply.slice(at, at + step));
    setReading({ feed, at: Math.min(at + step, reply.length) });
  }

  useEffect(() => {
    if (!isPlaying || isOver) return;
    const timer = setTimeout(feedNext, PIECE_EVERY_MS);
    return () => clearTimeout(timer);
  });

  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <section aria-label="Reply" className="min-w-0 space-y-3">
        <label htmlFor={ids.reply} className="font-medium">
          Raw reply
        </label>
        <Textarea
          id={ids.reply}
          spellCheck={false}
          className="h-64 field-sizing-fixed font-mono text-sm"
          value={reply}
          onChange={(event) => {
            reset();
            setReply(event.target.value);
          }}
        />
        <div className="flex flex-wrap items-center gap-3">
          <label htmlFor={ids.size} className="text-sm">
            Characters per piece
          </label>
          <Input
            id={ids.size}
            type="number"
            min={1}
            max={4_096}
            className="w-24"
            value={size}
            onChange={(event) => setSize(event.target.value)}
          />
          <Button disabled={isOver} onClick={feedNext}>
            <StepForward aria-hidden />
            Next piece
          </Button>
          <Button disabled={isOver || isPlaying} onClick={() => setPlaying(true)}>
            <Play aria-hidden />
            Play
          </Button>
          <Button variant="ghost" onClick={reset}>
            <RotateCcw aria-hidden />
            Reset
          </Button>
        </div>
        <output className="block text-sm text-muted tabular-nums">
          {formatCount(at)} of {formatCount(reply.length)} characters · {message?.parts.length ?? 0}{' '}
          parts
        </output>
        <Faults faults={faults} />
      </section>
      <section aria-label="Message" className="flex min-h-64 min-w-0 flex-col rounded-panel border">
        <MessageList
          chat={readOnlyChat(message ? [message] : [])}
          mayEdit={false}
          empty={<p className="text-muted">The message appears here, piece by piece.</p>}
          onOpenReport={() => undefined}
        />
      </section>
    </div>
  );
}

function Faults({ faults }: { faults: readonly string[] }) {
  if (faults.length === 0) return null;
  return (
    <ul role="alert" className="text-sm text-fail">
      {faults.map((fault, index) => (
        <li key={index} className="wrap-anywhere">
          {fault}
        </li>
      ))}
    </ul>
  );
}
