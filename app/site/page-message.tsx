import { Suspense, useState } from 'react';

import type { OneTimeMessage } from '#app/platform/one-time-message.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';

// Most pages have none.
const MessageNote = lazyPart(async () => (await import('./message-note.tsx')).MessageNote);

/** Where a one-time message is shown: it stays while the page asks the server again, which forgot it. */
export function PageMessage({ message }: { message: OneTimeMessage | null }) {
  const [shown, setShown] = useState(message);
  if (message && message !== shown) setShown(message);
  if (!shown) return null;
  return (
    <Suspense>
      <MessageNote message={shown} />
    </Suspense>
  );
}
