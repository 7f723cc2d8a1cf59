import type { ReactNode } from 'react';

import type { PanelProps } from '#app/tester/panels.ts';
import { HiddenMarks } from '#app/tester/results/hidden-marks.tsx';
import { CodeBlock } from '#app/ui/code/code-block.tsx';

import { useConnectionState } from './use-connection-state.ts';

/** The server in its own words: name, instructions, capabilities. */
export function OverviewPanel({ connection }: PanelProps) {
  const state = useConnectionState(connection);
  if (state.status !== 'connected') return null;
  const { server, capabilities, instructions, sessionId } = state.session;
  const names = Object.keys(capabilities);
  return (
    <div className="max-w-3xl space-y-6 px-4 py-5 sm:px-6">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
        <Fact name="Server">
          {server.title ?? server.name}
          {server.title && server.title !== server.name ? (
            <>
              {' '}
              <code className="text-muted">{server.name}</code>
            </>
          ) : null}
        </Fact>
        <Fact name="Version">{server.version || 'not given'}</Fact>
        {server.websiteUrl && /^https?:\/\//.test(server.websiteUrl) ? (
          <Fact name="Website">
            <a
              href={server.websiteUrl}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="underline"
            >
              {server.websiteUrl}
            </a>
          </Fact>
        ) : null}
        {sessionId === null ? null : (
          <Fact name="Session">
            <code>{sessionId}</code>
          </Fact>
        )}
        <Fact name="Capabilities">{names.length === 0 ? 'none declared' : names.join(', ')}</Fact>
      </dl>
      <section>
        <h2>Instructions</h2>
        {instructions ? (
          <p className="mt-1 max-w-prose whitespace-pre-wrap wrap-anywhere">
            <HiddenMarks text={instructions} />
          </p>
        ) : (
          <p className="mt-1 text-muted">
            The server gives none. Clients would show them to the model before its tools.
          </p>
        )}
      </section>
      <section>
        <h2 className="mb-2">Declared capabilities</h2>
        <CodeBlock label="capabilities" text={JSON.stringify(capabilities, null, 2)} />
      </section>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}
