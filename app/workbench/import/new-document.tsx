import { useState, type SubmitEvent } from 'react';

import type { ImportedDocument } from '#app/drafts/draft-client.ts';
import { Button } from '#app/ui/button.tsx';

import {
  DocumentFields,
  NO_DOCUMENT,
  toImportedDocument,
  type DocumentInput,
} from './document-fields.tsx';

interface Props {
  /** Where the document came from the last time. */
  url: string;
  isBusy: boolean;
  onChoose: (document: ImportedDocument) => void;
}

/** Chooses the document: its address, a file, or its text. */
export function NewDocument({ url: known, isBusy, onChoose }: Props) {
  const [given, setGiven] = useState<DocumentInput>({
    ...NO_DOCUMENT,
    way: known === '' ? 'file' : 'url',
    url: known,
  });
  const chosen = toImportedDocument(given);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (chosen !== null) onChoose(chosen);
  }

  return (
    <form onSubmit={submit} className="space-y-4">
      <p className="text-sm text-muted">
        You see what changes before anything does. What you edited here stays as it is.
      </p>
      <DocumentFields given={given} onGive={setGiven} />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" disabled={chosen === null || isBusy}>
          {isBusy ? 'Reading the document…' : 'See what changes'}
        </Button>
      </div>
    </form>
  );
}
