import { useEffect, useState } from 'react';

import type { NameAnswer } from './new-repository.ts';
import { requestNameAnswer } from './repositories-client.ts';

/** Whoever types on is waited for. */
const TYPING_MS = 400;

/**
 * Whether a name is free, asked for once whoever types pauses; null: not known (yet).
 * @param name as `toRepositoryName` writes it; empty: nothing is asked
 */
export function useNameAnswer(owner: string, name: string): NameAnswer | null {
  const subject = `${owner}/${name}`;
  const [known, setKnown] = useState<{ subject: string; answer: NameAnswer }>();
  useEffect(() => {
    if (owner === '' || name === '') return undefined;
    const stop = new AbortController();
    const ask = async () => {
      // What cannot be told is found out when the repository is created.
      const answer = await requestNameAnswer(owner, name, { signal: stop.signal });
      if (answer.ok && !stop.signal.aborted) setKnown({ subject, answer: answer.value });
    };
    const timer = setTimeout(() => void ask(), TYPING_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [owner, name, subject]);
  return known?.subject === subject ? known.answer : null;
}
