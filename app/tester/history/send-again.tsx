import { Pencil, RotateCw, Send, Square } from 'lucide-react';
import { useRef, useState } from 'react';

import type { RequestProblem, ServerConnection } from '#app/mcp-client/connection.ts';
import type { Result } from '#app/platform/result.ts';
import type { JsonObject } from '#app/runtime/definition.ts';
import { FailedRequest } from '#app/tester/connected/failed-request.tsx';
import { JsonTree } from '#app/tester/results/json-tree.tsx';
import { Button } from '#app/ui/button.tsx';
import { Textarea } from '#app/ui/textarea.tsx';

import { formatMilliseconds } from './format-measures.ts';

interface Sent {
  outcome: Result<JsonObject | null, RequestProblem>;
  elapsedMs: number;
}

/** Sends a message once more, as it was or as somebody writes it, valid or not. */
export function SendAgain({
  connection,
  toText,
}: {
  connection: ServerConnection;
  toText: () => string;
}) {
  const [text, setText] = useState<string | null>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  const [isRunning, setRunning] = useState(false);
  const running = useRef<AbortController | null>(null);

  async function send(message: string) {
    const controller = new AbortController();
    running.current = controller;
    setRunning(true);
    const start = performance.now();
    const outcome = await connection.sendRaw(message, { signal: controller.signal });
    setSent({ outcome, elapsedMs: performance.now() - start });
    setRunning(false);
  }

  return (
    <div className="space-y-3 border-t pt-4">
      {text === null ? null : (
        <Textarea
          aria-label="Message to send"
          rows={10}
          spellCheck={false}
          className="font-mono md:text-sm"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {isRunning ? (
          <Button onClick={() => running.current?.abort()}>
            <Square aria-hidden />
            Stop
          </Button>
        ) : text === null ? (
          <>
            <Button onClick={() => void send(toText())}>
              <RotateCw aria-hidden />
              Replay
            </Button>
            <Button onClick={() => setText(toText())}>
              <Pencil aria-hidden />
              Edit and resend
            </Button>
          </>
        ) : (
          <>
            <Button variant="primary" onClick={() => void send(text)}>
              <Send aria-hidden />
              Send
            </Button>
            <Button variant="ghost" onClick={() => setText(null)}>
              Close the editor
            </Button>
          </>
        )}
      </div>
      <output className="block text-sm text-muted">
        {isRunning ? 'Sent. Waiting for the answer.' : sent ? describeSent(sent) : ''}
      </output>
      {sent === null || isRunning ? null : <Answer {...sent} />}
    </div>
  );
}

function Answer({ outcome }: Sent) {
  if (!outcome.ok) return <FailedRequest problem={outcome} />;
  return outcome.value === null ? null : <JsonTree value={outcome.value} label="answer" />;
}

function describeSent({ outcome, elapsedMs }: Sent): string {
  const time = formatMilliseconds(elapsedMs);
  if (!outcome.ok) return `Failed after ${time}.`;
  return outcome.value === null ? `Taken in ${time}, without an answer.` : `Answered in ${time}.`;
}
