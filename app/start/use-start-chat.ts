import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { ComposerInput } from '#app/drafts/documents/composer-input.ts';

import { START_TEXT, type StartFile } from './use-start-input.ts';

/** Loads what typed text needs; the first screen is usable without it. */
export const loadStartWords = () => import('./start-words.ts');

/** Our own script could not be loaded. */
const UNREACHED = { ok: false, reason: 'network' } as const;

/** Begins a chat with what a person says; what turns out to be a document is imported instead. */
export function useStartChat(importDocument: (input: ComposerInput) => Promise<void>) {
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<RequestFailure | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const running = useRef<AbortController>(null);

  async function startChat(words: string, given?: StartFile) {
    if (running.current) return;
    const { signal } = (running.current = new AbortController());
    setRefusal(null);
    if (given) setShare(0);
    const file = given && { ...given, signal, onProgress: setShare };
    const begun = await loadStartWords().then(
      ({ startWords }) => startWords(words, START_TEXT, file),
      () => UNREACHED,
    );
    running.current = null;
    setShare(null);
    if (begun === null) return importDocument({ kind: 'text', text: words });
    if (signal.aborted) return;
    if (!begun.ok) return setRefusal(begun);
    void navigate(`/chat/${begun.value.id}`);
  }

  return {
    refusal,
    startChat,
    clearRefusal: () => setRefusal(null),
    /** The share of the file that is uploaded; null: none is. */
    share,
    cancel: () => running.current?.abort(),
  };
}
