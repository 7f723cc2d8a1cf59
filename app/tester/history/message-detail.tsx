import { Globe } from 'lucide-react';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import { JsonTree } from '#app/tester/results/json-tree.tsx';
import { Button } from '#app/ui/button.tsx';

import type { MessageEntry } from './entry.ts';
import type { Mask } from './mask.ts';
import { SendAgain } from './send-again.tsx';
import { toResent } from './to-resent.ts';

/** A message as JSON, and what can be done with it. */
export function MessageDetail({
  entry: { frame, message },
  connection,
  mask,
  onExchange,
}: {
  entry: MessageEntry;
  connection: ServerConnection;
  mask: Mask;
  onExchange: (id: number) => void;
}) {
  const { exchangeId } = frame;
  const canSend =
    frame.direction === 'sent' && (message === 'request' || message === 'notification');
  return (
    <>
      {frame.invalid === undefined ? null : <p className="text-sm text-fail">{frame.invalid}</p>}
      {exchangeId === null ? null : (
        <Button onClick={() => onExchange(exchangeId)}>
          <Globe aria-hidden />
          HTTP request
        </Button>
      )}
      <JsonTree value={mask.message(frame.message)} label="message" />
      {canSend ? (
        <SendAgain connection={connection} toText={() => toResent(frame.message)} />
      ) : null}
    </>
  );
}
