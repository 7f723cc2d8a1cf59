import { useState, type SubmitEvent } from 'react';

import type { ImportedDocument } from '#app/drafts/draft-client.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Segmented } from '#app/ui/segmented.tsx';
import { Textarea } from '#app/ui/textarea.tsx';

const WAYS = [
  { value: 'url', label: 'Address' },
  { value: 'file', label: 'File' },
  { value: 'text', label: 'Paste' },
] as const;
type Way = (typeof WAYS)[number]['value'];

interface Props {
  /** Where the document came from the last time. */
  url: string;
  isBusy: boolean;
  onChoose: (document: ImportedDocument) => void;
}

/** Chooses the document: its address, a file, or its text. */
export function NewDocument({ url: known, isBusy, onChoose }: Props) {
  const [way, setWay] = useState<Way>(known === '' ? 'file' : 'url');
  const [url, setUrl] = useState(known);
  const [file, setFile] = useState<File | null>(null);
  const [text, setText] = useState('');
  const chosen = toDocument(way, { url, file, text });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (chosen !== null) onChoose(chosen);
  }

  return (
    <form onSubmit={submit} className="space-y-4">
      <p className="text-sm text-muted">
        You see what changes before anything does. What you edited here stays as it is.
      </p>
      <Segmented label="Where the document is" value={way} options={WAYS} onChange={setWay} />
      {way === 'url' ? (
        <Field
          label="Address of the document"
          type="url"
          value={url}
          onValue={setUrl}
          placeholder="https://example.com/openapi.json"
        />
      ) : null}
      {way === 'file' ? (
        <label className="block text-sm font-medium">
          Document
          <input
            type="file"
            accept=".json,.yaml,.yml,.txt,application/json"
            className="field mt-1 block"
            onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
          />
        </label>
      ) : null}
      {way === 'text' ? (
        <label className="block text-sm font-medium">
          Document text
          <Textarea
            value={text}
            rows={8}
            spellCheck={false}
            className="mt-1 max-h-[40dvh] font-mono text-sm"
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </label>
      ) : null}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" disabled={chosen === null || isBusy}>
          {isBusy ? 'Reading the document…' : 'See what changes'}
        </Button>
      </div>
    </form>
  );
}

function toDocument(
  way: Way,
  { url, file, text }: { url: string; file: File | null; text: string },
): ImportedDocument | null {
  switch (way) {
    case 'url':
      return url.trim() === '' ? null : { url: url.trim() };
    case 'file':
      return file && { body: file };
    case 'text':
      return text.trim() === '' ? null : { body: new Blob([text], { type: 'text/plain' }) };
  }
}
