import { clsx } from 'clsx';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import type { SentCall } from '#app/tester/connected/sent-calls.ts';
import { HiddenMarks } from '#app/tester/results/hidden-marks.tsx';
import type { ServerTool } from '#app/tester/tools/read-tools.ts';

import { AppConsent } from './app-consent.tsx';
import { AppEventList } from './app-event-list.tsx';
import type { UiResource } from './read-ui-resource.ts';
import { MOST_PIXELS } from './frame-size.ts';
import { useRunningApp } from './use-running-app.ts';

const START_PIXELS = 240;
const LEAST_PIXELS = 40;

/** An app in its frame, what it asks the person, and what it did. */
export function AppFrame({
  connection,
  tools,
  call,
  resource,
  sandboxOrigin,
  title,
}: {
  connection: ServerConnection;
  tools: readonly ServerTool[];
  call: SentCall;
  resource: UiResource;
  sandboxOrigin: string;
  title: string;
}) {
  const app = { connection, tools, call, resource, sandboxOrigin };
  const { frame, stage, record, ...run } = useRunningApp(app);
  const height = Math.min(MOST_PIXELS, Math.max(LEAST_PIXELS, run.height ?? START_PIXELS));
  return (
    <div className="space-y-3">
      <AppNotes resource={resource} isSilent={stage === 'silent'} />
      {record.questions.map((open) => (
        <AppConsent key={open.id} open={open} onAlways={run.allowAlways} />
      ))}
      <iframe
        ref={frame}
        title={title}
        // Of the proxy on the other origin; the app itself runs in a frame inside, without any origin.
        sandbox="allow-scripts allow-same-origin allow-forms"
        referrerPolicy="no-referrer"
        className={clsx('block w-full bg-raised', resource.hasBorder && 'rounded-panel border')}
        style={{ height }}
      />
      <output className="sr-only">
        {stage === 'running' ? 'The app is running' : 'The app is loading'}
      </output>
      <AppEventList events={record.events} />
    </div>
  );
}

function AppNotes({ resource, isSilent }: { resource: UiResource; isSilent: boolean }) {
  const { warning, permissions } = resource;
  const notes = [
    ...(warning === null ? [] : [warning]),
    ...(permissions.length === 0
      ? []
      : [`The app asks for ${permissions.join(', ')}, which this page does not give.`]),
    ...(isSilent
      ? [
          'The app has not introduced itself within 10 seconds: it may have failed, or speak another protocol.',
        ]
      : []),
  ];
  if (notes.length === 0) return null;
  return (
    <ul aria-label="Notes about the app" className="space-y-1 text-sm text-pencil">
      {notes.map((note) => (
        <li key={note} className="wrap-anywhere">
          <HiddenMarks text={note} />
        </li>
      ))}
    </ul>
  );
}
