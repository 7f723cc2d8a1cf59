import { Globe, Link2, Lock, TriangleAlert } from 'lucide-react';
import { useState } from 'react';

import type { RequestFailure } from '#app/builder/api-request.ts';
import { FailureNote } from '#app/builder/failure-note.tsx';
import { useLoaded } from '#app/builder/history/use-loaded.ts';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Input } from '#app/ui/input.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

import {
  getSharePreview,
  setVisibility,
  type SharePreview,
  type Visibility,
} from './share-client.ts';

const CHOICES = [
  { value: 'private', label: 'Private', note: 'Only you.', Icon: Lock },
  {
    value: 'unlisted',
    label: 'Unlisted',
    note: 'Whoever has the link reads the conversation and may remix it.',
    Icon: Link2,
  },
  {
    value: 'public',
    label: 'Public',
    note: 'Everybody, in the showcase too.',
    Icon: Globe,
  },
] as const;

interface Props {
  id: string;
  visibility: Visibility;
  onVisibility: (visibility: Visibility) => void;
  onClose: () => void;
}

/** Who may read a chat, what they would see, and whether a secret is in it. */
export function ShareDialog({ id, visibility, onVisibility, onClose }: Props) {
  const preview = useLoaded(id, '', () => getSharePreview(id));
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const secrets = preview.value?.secrets ?? [];

  async function choose(next: Visibility) {
    setFailure(null);
    setBusy(true);
    const saved = await setVisibility(id, next);
    setBusy(false);
    if (!saved.ok) return setFailure(saved);
    onVisibility(saved.value.visibility);
  }

  return (
    <Dialog title="Share this chat" onClose={onClose}>
      <div className="min-h-0 space-y-4 overflow-y-auto px-4 py-4">
        {failure ? <FailureNote failure={failure} onClose={() => setFailure(null)} /> : null}
        <fieldset disabled={isBusy} className="space-y-1">
          <legend className="sr-only">Who may read it</legend>
          {CHOICES.map(({ value, label, note, Icon }) => (
            <label
              key={value}
              className="flex cursor-pointer items-start gap-3 rounded-control border border-transparent px-3 py-2 has-checked:border-blue has-checked:bg-blue-tint has-focus-visible:outline-2 has-focus-visible:outline-blue has-disabled:cursor-not-allowed has-disabled:opacity-60"
            >
              <input
                type="radio"
                name="visibility"
                value={value}
                checked={value === visibility}
                disabled={value === 'public' && (secrets.length > 0 || preview.value === null)}
                onChange={() => void choose(value)}
                className="mt-1 size-4 shrink-0 accent-blue"
              />
              <span className="min-w-0 grow font-medium">
                {label}
                <Icon aria-hidden className="ml-2 inline size-4 text-muted" />
                <span className="block text-sm font-normal text-muted">{note}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {preview.failure ? (
          <FailureNote failure={preview.failure} onRetry={preview.retry} />
        ) : preview.value === null ? (
          <Spinner />
        ) : (
          <Seen preview={preview.value} onLook={preview.retry} />
        )}
        {visibility === 'private' ? null : <Address id={id} />}
      </div>
    </Dialog>
  );
}

function Seen({ preview, onLook }: { preview: SharePreview; onLook: () => void }) {
  const { messages, tools, secrets } = preview;
  return (
    <section aria-label="What others see" className="text-sm">
      <p>
        Others see {count(messages, 'message')} and {count(tools, 'tool')}, with the files of the
        server. Values of secrets, your name and your address are never shown.
      </p>
      {secrets.length > 0 ? (
        <div className="mt-3 rounded-panel border border-pencil px-3.5 py-2.5">
          <p className="flex items-center gap-2 font-medium text-pencil">
            <TriangleAlert aria-hidden className="size-4 shrink-0" />
            {secrets.length === 1
              ? 'Something looks like a secret'
              : `${secrets.length} texts look like secrets`}
          </p>
          <ul className="my-1">
            {secrets.map(({ where, kind, masked }) => (
              <li key={`${where} ${masked}`} className="wrap-anywhere">
                {kind} <code>{masked}</code> <span className="text-muted">in {where}</span>
              </li>
            ))}
          </ul>
          <p className="text-muted">
            It cannot be public until they are gone: edit the message, or take them out of the
            server. A secret that was shown to anybody has to be replaced where it came from.
          </p>
          <Button variant="secondary" className="mt-2" onClick={onLook}>
            Look again
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function Address({ id }: { id: string }) {
  const address = new URL(`/chat/${id}`, location.href).href;
  return (
    <div className="flex items-center gap-2">
      <Input
        aria-label="Link to this chat"
        readOnly
        value={address}
        className="font-mono text-sm"
      />
      <CopyButton text={address} what="link" />
    </div>
  );
}

function count(number: number, what: string): string {
  return `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;
}
