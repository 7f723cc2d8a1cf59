import { X } from 'lucide-react';
import { useEffect } from 'react';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { IconButton } from '#app/ui/icon-button.tsx';

import { sentCallsOf } from './sent-calls.ts';
import { ReadOutcome } from './read-outcome.tsx';

/** A resource that a result links to, read as soon as it is shown. */
export function ReadLinked({
  connection,
  uri,
  onClose,
}: {
  connection: ServerConnection;
  uri: string;
  onClose: () => void;
}) {
  const subject = `link:${uri}`;
  useEffect(() => {
    void sentCallsOf(connection).make(subject, 'resources/read', { uri });
  }, [connection, subject, uri]);
  return (
    <section aria-label="Linked resource" className="rounded-panel border p-4">
      <div className="mb-2 flex items-center justify-between gap-2">
        <h3 className="text-sm">Linked resource</h3>
        <IconButton label="Close the linked resource" onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
      <ReadOutcome connection={connection} subject={subject} />
    </section>
  );
}
