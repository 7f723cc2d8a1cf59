import { FileText } from 'lucide-react';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { sentCallsOf } from '#app/tester/connected/sent-calls.ts';
import { ReadOutcome } from '#app/tester/connected/read-outcome.tsx';
import { Button } from '#app/ui/button.tsx';

import type { ListedResource } from './read-resources.ts';
import { ResourceHeading } from './resource-heading.tsx';
import { WatchButton } from './watch-button.tsx';

/** One resource, to read and to follow. */
export function ResourceView({
  resource,
  connection,
  onClose,
}: {
  resource: ListedResource;
  connection: ServerConnection;
  onClose: () => void;
}) {
  const { uri, name } = resource;
  const subject = `resource:${uri}`;
  const read = () => void sentCallsOf(connection).make(subject, 'resources/read', { uri });
  return (
    <article aria-label={name} className="max-w-4xl space-y-4 px-4 py-4 sm:px-6">
      <ResourceHeading resource={resource} onClose={onClose} />
      <div className="flex flex-wrap items-start gap-2">
        <Button variant="primary" onClick={read}>
          <FileText aria-hidden />
          Read
        </Button>
        <WatchButton connection={connection} uri={uri} onRead={read} />
      </div>
      <ReadOutcome connection={connection} subject={subject} />
    </article>
  );
}
