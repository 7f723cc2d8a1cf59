import { Play, Square } from 'lucide-react';
import { useId, useRef, useState } from 'react';

import { readEventStream } from '#app/api-client/event-stream.ts';
import { authorizedFetch } from '#app/auth/authorized-fetch.ts';
import { chatPath } from '#app/chat/chat-path.ts';
import { createChat } from '#app/drafts/draft-client.ts';
import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/input.tsx';
import { Segmented } from '#app/ui/segmented.tsx';

const SOURCES = [
  { value: 'builder', label: 'Builder' },
  { value: 'mock', label: 'Mock endpoint' },
] as const;
type Source = (typeof SOURCES)[number]['value'];

const SHOWN = 500;

interface Line {
  /** Milliseconds after the request was sent. */
  at: number;
  data: string;
}

/** Asks once and shows each event of the stream with the time at which it came. */
export function StreamBench() {
  const [source, setSource] = useState<Source>('builder');
  const [text, setText] = useState('What can you do?');
  const [lines, setLines] = useState<Line[]>([]);
  const [state, setState] = useState<'idle' | 'running' | 'done'>('idle');
  const [trouble, setTrouble] = useState<string | null>(null);
  const abort = useRef<AbortController | null>(null);
  const id = useId();

  async function run() {
    const controller = new AbortController();
    abort.current = controller;
    setLines([]);
    setTrouble(null);
    setState('running');
    try {
      await listen(source, text, controller.signal, (line) =>
        setLines((known) => [...known, line]),
      );
    } catch (error) {
      if (!controller.signal.aborted) {
        setTrouble(error instanceof Error ? error.message : 'The stream was interrupted.');
      }
    }
    setState('done');
  }

  const first = lines.find(({ data }) => data.includes('"text-delta"'));
  const last = lines.at(-1);
  return (
    <div className="space-y-4">
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (state !== 'running' && text.trim() !== '') void run();
        }}
      >
        <div className="min-w-60 grow">
          <label htmlFor={id} className="font-medium">
            Message
          </label>
          <Input
            id={id}
            className="mt-1 max-md:text-[16px]"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <Segmented label="Source" value={source} options={SOURCES} onChange={setSource} />
        {state === 'running' ? (
          <Button onClick={() => abort.current?.abort()}>
            <Square aria-hidden />
            Stop listening
          </Button>
        ) : (
          <Button type="submit" variant="primary" disabled={text.trim() === ''}>
            <Play aria-hidden />
            Ask
          </Button>
        )}
      </form>
      {trouble ? (
        <p role="alert" className="text-fail">
          {trouble}
        </p>
      ) : null}
      <output className="block text-sm text-muted tabular-nums">
        {lines.length === 0
          ? state === 'running'
            ? 'Waiting for the first event'
            : 'Nothing asked yet'
          : `${lines.length} events · first word after ${first ? `${first.at} ms` : '–'} · last event after ${last?.at} ms`}
      </output>
      <EventTable lines={lines} />
      {lines.length > SHOWN ? (
        <p className="text-sm text-muted">and {lines.length - SHOWN} more</p>
      ) : null}
    </div>
  );
}

function EventTable({ lines }: { lines: readonly Line[] }) {
  if (lines.length === 0) return null;
  return (
    <div className="overflow-x-auto rounded-panel border">
      <table className="w-full text-sm">
        <caption className="sr-only">Events of the stream</caption>
        <thead>
          <tr className="border-b text-start">
            <th className="px-3 py-2 font-medium">After</th>
            <th className="px-3 py-2 font-medium">Event</th>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, SHOWN).map(({ at, data }, index) => (
            <tr key={index} className="border-b align-top last:border-0">
              <td className="px-3 py-1.5 whitespace-nowrap text-muted tabular-nums">{at} ms</td>
              <td className="px-3 py-1.5 font-mono wrap-anywhere">{data}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

async function listen(
  source: Source,
  text: string,
  signal: AbortSignal,
  onLine: (line: Line) => void,
): Promise<void> {
  const message = { id: crypto.randomUUID(), role: 'user', parts: [{ type: 'text', text }] };
  const { path, body } =
    source === 'mock'
      ? { path: '/mockstatelesschat', body: { messages: [message] } }
      : { path: await newTurnPath(), body: { message } };
  const sentAt = performance.now();
  const response = await authorizedFetch(path, {
    method: 'POST',
    signal,
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(body),
  });
  if (!response.ok || !response.body) {
    throw new Error(`The server answered with status ${response.status}.`);
  }
  for await (const { data } of readEventStream(response.body)) {
    onLine({ at: Math.round(performance.now() - sentAt), data });
  }
}

async function newTurnPath(): Promise<string> {
  const created = await createChat();
  if (!created.ok) throw new Error('The chat could not be created.');
  return chatPath(created.value.id, '/turns');
}
