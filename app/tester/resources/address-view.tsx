import { useState } from 'react';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { sentCallsOf } from '#app/tester/connected/sent-calls.ts';
import { ReadOutcome } from '#app/tester/connected/read-outcome.tsx';
import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/input.tsx';

/** Reads an address that the server does not list. */
export function AddressView({ connection }: { connection: ServerConnection }) {
  const [uri, setUri] = useState('');
  const subject = 'address';
  return (
    <details className="max-w-4xl px-4 pb-6 sm:px-6">
      <summary className="flex min-h-9 items-center text-sm text-muted hover:text-ink pointer-coarse:min-h-11">
        Read another address
      </summary>
      <form
        aria-label="Read another address"
        className="mb-4 flex flex-wrap gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void sentCallsOf(connection).make(subject, 'resources/read', { uri });
        }}
      >
        <Input
          aria-label="Address"
          value={uri}
          className="min-w-0 grow basis-60 font-mono"
          onChange={(event) => setUri(event.target.value)}
        />
        <Button type="submit" disabled={uri === ''}>
          Read address
        </Button>
      </form>
      <ReadOutcome connection={connection} subject={subject} />
    </details>
  );
}
