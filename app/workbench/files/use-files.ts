import { useEffect, useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { getFiles } from '#app/drafts/draft-client.ts';
import type { DraftFile } from '#app/drafts/draft.ts';

/** The files of one revision; loaded again when the draft changes. */
export function useFiles(id: string, revision: number) {
  const [files, setFiles] = useState<DraftFile[] | null>(null);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    void getFiles(id).then((loaded) => {
      if (!isCurrent) return;
      setFailure(loaded.ok ? null : loaded);
      if (loaded.ok) setFiles(loaded.value);
    });
    return () => {
      isCurrent = false;
    };
  }, [id, revision, attempt]);
  return { files, failure, retry: () => setAttempt(attempt + 1) };
}
