import { Globe, Link2, Lock, type LucideIcon } from 'lucide-react';
import { useRef, useState, type ComponentProps } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { useLoaded } from '#app/api-client/use-loaded.ts';
import type { Visibility } from '#app/drafts/visibility.ts';
import type { ShowcaseListing } from '#app/drafts/publishing/showcase-listing.ts';
import { CopyButton } from '#app/ui/code/copy-button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Input } from '#app/ui/input.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

import { FoundExamples, FoundSecrets } from './found-secrets.tsx';
import { PublicQuestion } from './public-question.tsx';
import { PublishedNote } from './published-note.tsx';
import { getSharePreview, publishChat, setVisibility } from './share-client.ts';
import { VisitorView } from './visitor-view.tsx';

const CHOICES = [
  {
    value: 'private',
    label: 'Private',
    note: 'Only you, and clients that have the token of the server.',
    Icon: Lock,
  },
  {
    value: 'unlisted',
    label: 'Unlisted',
    note: 'Anyone with the link can read the conversation and the server, remix them, and call the endpoint, which answers from the mock upstream.',
    Icon: Link2,
  },
  {
    value: 'public',
    label: 'Public',
    note: 'Everyone, as it is when you publish it. The chat is listed in the showcase.',
    Icon: Globe,
  },
] as const;

interface Props {
  id: string;
  visibility: Visibility;
  onVisibility: (visibility: Visibility) => void;
  onClose: () => void;
}

/**
 * Chooses who may read a chat, and shows exactly what they would see, and whether a secret is in
 * it.
 */
export function ShareDialog({ id, visibility, onVisibility, onClose }: Props) {
  const preview = useLoaded(id, '', () => getSharePreview(id));
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  /** On its way to the server; the last one that was chosen holds. */
  const [chosen, setChosen] = useState<Visibility | null>(null);
  const waiting = useRef<Visibility | null>(null);
  const [isAsked, setAsked] = useState(false);
  const isBusy = chosen !== null;
  const choices = useRef<HTMLFieldSetElement>(null);
  const secrets = preview.value?.secrets ?? [];

  async function save(next: Visibility) {
    setFailure(null);
    setChosen(next);
    waiting.current = next;
    // Whoever changes their mind meanwhile is not passed over: the one that saves goes on.
    if (isBusy) return;
    while (waiting.current !== null) {
      const wanted: Visibility = waiting.current;
      waiting.current = null;
      const saved = await setVisibility(id, wanted);
      if (saved.ok) onVisibility(saved.value.visibility);
      else setFailure(saved);
    }
    setChosen(null);
  }

  function choose(next: Visibility) {
    // Content that everybody may copy cannot be taken back.
    if (next === 'public') return setAsked(true);
    setAsked(false);
    if (next !== visibility || isBusy) void save(next);
  }

  /** The question is gone with its buttons: the focus goes back to where it came from. */
  function endQuestion() {
    setAsked(false);
    choices.current?.querySelector<HTMLElement>('[value=public]')?.focus();
  }

  async function publish(listing: ShowcaseListing) {
    setFailure(null);
    const published = await publishChat(id, listing);
    if (!published.ok) return setFailure(published);
    endQuestion();
    onVisibility(published.value.visibility);
    preview.retry();
  }

  return (
    <Dialog title="Share this chat" isWide onClose={onClose}>
      <div className="min-h-0 space-y-4 overflow-y-auto px-4 py-4">
        {failure ? <FailureNote failure={failure} onClose={() => setFailure(null)} /> : null}
        <fieldset ref={choices} aria-busy={isBusy} className="space-y-1">
          <legend className="sr-only">Who can read this chat</legend>
          {CHOICES.map(({ value, label, note, Icon }) => (
            <Choice
              key={value}
              {...{ label, note, Icon }}
              value={value}
              checked={value === (isAsked ? 'public' : (chosen ?? visibility))}
              disabled={value === 'public' && (secrets.length > 0 || preview.value === null)}
              onChange={() => choose(value)}
            />
          ))}
        </fieldset>
        {isAsked && preview.value ? (
          <PublicQuestion
            listing={preview.value.listing}
            onPublish={publish}
            onCancel={endQuestion}
          />
        ) : null}
        {visibility === 'public' && preview.value?.published && !isAsked ? (
          <PublishedNote published={preview.value.published} onPublish={() => setAsked(true)} />
        ) : null}
        {visibility === 'private' || isAsked ? null : <Address id={id} />}
        {preview.failure ? (
          <FailureNote failure={preview.failure} onRetry={preview.retry} />
        ) : preview.value === null ? (
          <Spinner />
        ) : (
          <>
            <FoundSecrets secrets={secrets} onLook={preview.retry} />
            <FoundExamples examples={preview.value.examples} />
            <VisitorView preview={preview.value} />
          </>
        )}
      </div>
    </Dialog>
  );
}

interface ChoiceProps extends ComponentProps<'input'> {
  label: string;
  note: string;
  Icon: LucideIcon;
}

function Choice({ label, note, Icon, ...input }: ChoiceProps) {
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-control border border-transparent px-3 py-2 has-checked:border-blue has-checked:bg-blue-tint has-focus-visible:outline-2 has-focus-visible:outline-blue has-disabled:cursor-not-allowed has-disabled:opacity-60">
      <input
        {...input}
        type="radio"
        name="visibility"
        className="mt-1 size-4 shrink-0 accent-blue"
      />
      <span className="min-w-0 grow font-medium">
        {label}
        <Icon aria-hidden className="ms-2 inline size-4 text-muted" />
        <span className="block text-sm font-normal text-muted">{note}</span>
      </span>
    </label>
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
