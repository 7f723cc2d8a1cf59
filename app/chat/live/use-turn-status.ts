import { useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { addLivePart, NOTHING_LIVE } from '#app/chat/messages/live-parts.ts';

import { keepTrouble, toTrouble, type ChatTrouble } from './chat-trouble.ts';

/** The trouble of a turn, and the live state that is shown only while it runs. */
export function useTurnStatus() {
  const [trouble, fail] = useState<ChatTrouble | null>(null);
  const [live, setLive] = useState(NOTHING_LIVE);
  const rest = () => setLive(NOTHING_LIVE);
  return {
    trouble,
    live,
    fail,
    take: (error: Error) => {
      const next = toTrouble(error);
      fail(next);
      return next.kind;
    },
    /** The conversation could not be read; where the server said so, it is not asked again. */
    refuse: (failure: RequestFailure, onRefused: () => void) => {
      fail((known) => keepTrouble(known, failure));
      if (failure.reason === 'problem') onRefused();
    },
    hear: (part: Parameters<typeof addLivePart>[1], onDraft: () => void) => {
      if (part.type === 'data-draft') onDraft();
      setLive((known) => addLivePart(known, part));
    },
    /** The line is there again. */
    find: () => fail((known) => (known?.kind === 'lost' ? null : known)),
    rest,
    clear: () => {
      fail(null);
      rest();
    },
  };
}
