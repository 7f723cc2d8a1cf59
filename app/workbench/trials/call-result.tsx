import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';

import type { JsonObject } from '#app/runtime/definition.ts';
import { Badge } from '#app/ui/badge.tsx';
import { CodeView } from '#app/ui/code/code-view.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Segmented } from '#app/ui/segmented.tsx';
import { SpinnerMark } from '#app/ui/spinner.tsx';
import { UpstreamBadge } from '#app/workbench/upstream-badge.tsx';

import { CallContent } from './call-content.tsx';
import { describeTrial } from './describe-trial.ts';
import type { CallRecord } from './mcp-call.ts';

const VIEWS = [
  { value: 'result', label: 'Result' },
  { value: 'wire', label: 'Request and response' },
] as const;

/** The outcome of a call: its result, and the exact bytes that went over the wire. */
export function CallResult({
  call,
  isRunning,
  outputSchema,
  actions,
}: {
  call: CallRecord | null;
  isRunning: boolean;
  /** Of the tool, as clients see it; null where it declares none. */
  outputSchema: JsonObject | null;
  /** Stands below the answer of the call. */
  actions?: ReactNode;
}) {
  const [view, setView] = useState<'result' | 'wire'>('result');
  const section = useRef<HTMLElement>(null);
  // If the result is below the form, the page scrolls down to it.
  useEffect(() => {
    const top = section.current?.getBoundingClientRect().top ?? 0;
    if (call && top > innerHeight * 0.6) section.current?.scrollIntoView();
  }, [call]);
  return (
    <section ref={section} aria-label="Result" aria-busy={isRunning} className="scroll-mt-4">
      <output className="sr-only">
        {isRunning ? 'Calling' : call ? describeTrial(call).words : ''}
      </output>
      {call || isRunning ? (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {isRunning ? (
            <p className="flex items-center gap-2 text-sm text-muted">
              <SpinnerMark />
              Calling<span className="pointer-coarse:hidden">. Press Esc to stop.</span>
            </p>
          ) : call ? (
            <Outcome call={call} />
          ) : null}
          {call ? <Segmented label="Show" value={view} options={VIEWS} onChange={setView} /> : null}
        </div>
      ) : null}
      {call ? (
        view === 'result' ? (
          <CallContent answer={call.answer} outputSchema={outputSchema} />
        ) : (
          <Wire call={call} />
        )
      ) : isRunning ? null : (
        <EmptyState title="No calls yet">
          Check the arguments and press Send. The call goes to this server’s own MCP endpoint.
        </EmptyState>
      )}
      {call && !isRunning && actions ? <div className="mt-4">{actions}</div> : null}
    </section>
  );
}

function Outcome({ call }: { call: CallRecord }) {
  const { tone, words } = describeTrial(call);
  const isMock = call.answer.kind === 'result' && call.answer.isMock;
  const pages = call.answer.kind === 'result' ? call.answer.pages : null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm tabular-nums">
      <Badge tone={tone}>{words}</Badge>
      {isMock ? <UpstreamBadge isMock /> : null}
      {call.response ? <span className="text-muted">HTTP {call.response.status}</span> : null}
      <span className="text-muted">{Math.round(call.elapsedMs)} ms</span>
      {pages === null ? null : (
        <span className="text-muted">{pages === 1 ? '1 page' : `${pages} pages`}</span>
      )}
    </p>
  );
}

function Wire({ call }: { call: CallRecord }) {
  const { request, response } = call;
  return (
    <div className="space-y-6">
      <Message title="Request" start={`POST ${request.url}`} message={request} />
      {response ? (
        <Message title="Response" start={`HTTP ${response.status}`} message={response} />
      ) : (
        <p className="text-sm text-muted">No response was received.</p>
      )}
    </div>
  );
}

function Message({
  title,
  start,
  message,
}: {
  title: string;
  start: string;
  message: { headers: Record<string, string>; body: string };
}) {
  const headers = Object.entries(message.headers).map(([name, value]) => `${name}: ${value}`);
  const what = title.toLowerCase();
  return (
    <div className="space-y-2">
      <h2 className="text-sm text-muted">{title}</h2>
      <CodeView
        label={`${what} headers`}
        language="text"
        className="max-h-48"
        text={[start, ...headers].join('\n')}
      />
      <CodeView
        label={`${what} body`}
        language="json"
        className="max-h-120"
        text={indentJson(message.body)}
      />
    </div>
  );
}

/**
 * JSON on several lines; text that is no JSON, or holds numbers that would change, stays as it
 * came.
 */
function indentJson(body: string): string {
  try {
    const value: unknown = JSON.parse(body);
    const holdsLongNumber = /[:[,]\s*-?\d{16,}/.test(body);
    return holdsLongNumber ? body : JSON.stringify(value, null, 2);
  } catch {
    return body;
  }
}
