import { useEffect, useState } from 'react';

import { requestJson } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import type { RequestProblem, ServerConnection } from '#app/mcp-client/connection.ts';
import { fail, type Result } from '#app/platform/result.ts';
import { describeRequestProblem } from '#app/tester/connected/describe-request-problem.ts';
import type { SentCall } from '#app/tester/connected/sent-calls.ts';
import type { ServerTool } from '#app/tester/tools/read-tools.ts';
import { Spinner } from '#app/ui/spinner.tsx';

import { AppFrame } from './app-frame.tsx';
import { readUiResource, type UiResource } from './read-ui-resource.ts';
import { SandboxPlace } from './sandbox-place.ts';
import type { UiTool } from './ui-tool.ts';

/** The app of a tool for one of its calls: read from the server, and shown where the site has an origin for apps. */
export function AppView({
  uiTool,
  call,
  connection,
  tools,
}: {
  uiTool: UiTool;
  call: SentCall;
  connection: ServerConnection;
  tools: readonly ServerTool[];
}) {
  const { tool, resourceUri } = uiTool;
  const place = useLoaded('sandbox', 'sandbox', () => requestJson(SandboxPlace, '/api/sandbox'));
  const resource = useUiResource(connection, resourceUri);
  if (place.failure) return <FailureNote failure={place.failure} onRetry={place.retry} />;
  if (resource?.ok === false) return <Problem text={resource.message} />;
  if (place.value === null || resource === null) return <Spinner className="py-6" />;
  if (place.value.origin === null) {
    return (
      <Problem text="This site has no origin for apps. Its operator sets one with SANDBOX_ORIGIN; on your own machine, open the site at localhost." />
    );
  }
  return (
    <AppFrame
      connection={connection}
      tools={tools}
      call={call}
      resource={resource.value}
      sandboxOrigin={place.value.origin}
      title={`App of ${tool.name}`}
    />
  );
}

function useUiResource(connection: ServerConnection, uri: string) {
  const [read, setRead] = useState<Result<
    UiResource,
    { reason: 'noApp' | RequestProblem['reason']; message: string }
  > | null>(null);
  useEffect(() => {
    let isShown = true;
    void connection.request('resources/read', { uri }).then((answer) => {
      if (!isShown) return;
      setRead(
        answer.ok
          ? readUiResource(answer.value, uri)
          : fail({ reason: answer.reason, message: describeRequestProblem(answer) }),
      );
    });
    return () => {
      isShown = false;
    };
  }, [connection, uri]);
  return read;
}

function Problem({ text }: { text: string }) {
  return (
    <p
      role="alert"
      className="rounded-panel border border-fail bg-raised px-4 py-3 wrap-anywhere whitespace-pre-wrap"
    >
      {text}
    </p>
  );
}
