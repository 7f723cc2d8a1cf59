import { FileText, KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';

import { MAX_DOCUMENT_BYTES, type ComposerInput } from '#app/drafts/documents/composer-input.ts';
import { formatSize } from '#app/platform/text/format-size.ts';
import {
  carriesUrlCredentials,
  stripUrlCredentials,
} from '#app/drafts/documents/strip-url-credentials.ts';
import { Button } from '#app/ui/button.tsx';

import type { StartInput } from './use-start-input.ts';

/** Notes below the composer, where the input needs a decision. */
export function StartNotes({
  input,
  detected,
}: {
  input: StartInput;
  detected: ComposerInput | null;
}) {
  const { file, files, removed, text } = input;
  return (
    <>
      {file === null && removed.length > 0 ? (
        <Note>
          <span className="min-w-0 truncate">
            {removed.length === 1
              ? `${removed[0]?.name} was removed.`
              : `${removed.length} documents were removed.`}
          </span>
          <Button variant="ghost" onClick={input.restoreFile}>
            Undo
          </Button>
        </Note>
      ) : null}
      {file !== null && file.body.size > MAX_DOCUMENT_BYTES ? (
        <p role="alert" className="text-sm text-warn">
          This document is larger than the limit of 25 MB.
        </p>
      ) : null}
      {carriesUrlCredentials(detected) ? (
        <Note isUrgent>
          <span className="flex grow items-start gap-2 max-sm:basis-full">
            <KeyRound aria-hidden className="mt-0.5 size-4 shrink-0 text-pencil" />
            The address contains a user name or a password, which would be stored with the chat.
            Remove it, and set the credential as a secret of the server later.
          </span>
          <Button variant="secondary" onClick={() => input.setText(stripUrlCredentials(text))}>
            Remove it from the address
          </Button>
        </Note>
      ) : null}
      {files.length > 1 ? <DocumentChoice input={input} /> : null}
    </>
  );
}

function Note({ isUrgent = false, children }: { isUrgent?: boolean; children: ReactNode }) {
  return (
    <div
      role={isUrgent ? 'alert' : undefined}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm"
    >
      {children}
    </div>
  );
}

/** One document starts a server; which of several it is. */
function DocumentChoice({ input }: { input: StartInput }) {
  const { file, files, chooseFile } = input;
  return (
    <fieldset className="rounded-panel border bg-raised px-4 pt-2 pb-3 text-sm">
      <legend className="sr-only">Which document to start with</legend>
      <p className="mb-1 text-muted">
        A server starts from one document. Choose it here, and attach the others in the server’s
        chat afterwards.
      </p>
      <ul className="max-h-56 overflow-y-auto">
        {files.map((each, index) => (
          <li key={index}>
            <label className="flex min-h-8 cursor-pointer items-center gap-2.5 pointer-coarse:min-h-11">
              <input
                type="radio"
                name="start-document"
                checked={each === file}
                onChange={() => chooseFile(each)}
                className="size-4 shrink-0 accent-blue"
              />
              <FileText aria-hidden className="size-4 shrink-0 text-muted" />
              <bdi className="min-w-0 truncate">{each.name}</bdi>
              <span className="ms-auto shrink-0 text-muted tabular-nums">
                {formatSize(each.body.size)}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
