import { useId } from 'react';

import type { ImportedDocument } from '#app/drafts/draft-client.ts';
import { Field } from '#app/ui/field.tsx';
import { Segmented } from '#app/ui/segmented.tsx';
import { Textarea } from '#app/ui/textarea.tsx';

/** A document as it is given: its address, a file, or its text. */
export interface DocumentInput {
  way: 'url' | 'file' | 'text';
  url: string;
  file: File | null;
  text: string;
}

/** Nothing was given yet. */
export const NO_DOCUMENT: DocumentInput = { way: 'url', url: '', file: null, text: '' };

const WAYS = [
  { value: 'url', label: 'Address' },
  { value: 'file', label: 'File' },
  { value: 'text', label: 'Paste' },
] as const;

interface Props {
  given: DocumentInput;
  onGive: (given: DocumentInput) => void;
}

/** The document that describes an API. */
export function DocumentFields({ given, onGive }: Props) {
  const { way, url, text } = given;
  const chosen = useId();
  return (
    <div className="space-y-3">
      <Segmented
        label="Document source"
        value={way}
        options={WAYS}
        onChange={(next) => onGive({ ...given, way: next })}
      />
      {way === 'url' ? (
        <Field
          label="Document URL"
          type="url"
          value={url}
          onValue={(value) => onGive({ ...given, url: value })}
          placeholder="https://example.com/openapi.json"
        />
      ) : null}
      {way === 'file' ? (
        <label className="block text-sm font-medium">
          Document
          <input
            type="file"
            accept=".json,.yaml,.yml,.txt,application/json"
            className="mt-1 block w-full font-normal file:me-3 file:min-h-9 file:cursor-pointer file:rounded-control file:border file:border-edge file:bg-raised file:px-3 file:font-medium"
            onChange={(event) => onGive({ ...given, file: event.currentTarget.files?.[0] ?? null })}
            aria-describedby={given.file ? chosen : undefined}
          />
          {given.file ? (
            <span id={chosen} className="mt-1 block font-normal wrap-anywhere text-muted">
              {given.file.name}
            </span>
          ) : null}
        </label>
      ) : null}
      {way === 'text' ? (
        <label className="block text-sm font-medium">
          Document text
          <Textarea
            value={text}
            rows={6}
            spellCheck={false}
            className="mt-1 max-h-[30dvh] min-h-32 font-mono text-sm"
            onChange={(event) => onGive({ ...given, text: event.currentTarget.value })}
          />
        </label>
      ) : null}
      <p className="text-sm text-muted">
        OpenAPI 2.0 to 3.2 in JSON or YAML, a Postman collection, or cURL commands; up to 25 MB.
      </p>
    </div>
  );
}

/** The document that is sent: its address, or its content; null: none was given yet. */
export function toImportedDocument({
  way,
  url,
  file,
  text,
}: DocumentInput): ImportedDocument | null {
  switch (way) {
    case 'url':
      return url.trim() === '' ? null : { url: url.trim() };
    case 'file':
      return file && { body: file };
    case 'text':
      return text.trim() === '' ? null : { body: new Blob([text], { type: 'text/plain' }) };
  }
}
