import { EyeOff, Flag, Globe, Lock, Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { ListingForm } from '#app/chat/share/listing-form.tsx';
import type { ShowcaseListing } from '#app/drafts/publishing/showcase-listing.ts';
import { formatCount } from '#app/platform/locale/reader-locale.ts';
import type { Result } from '#app/platform/result.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';

import type { OwnEntry } from './showcase-page.ts';

interface Props {
  entry: OwnEntry;
  onSave: (listing: ShowcaseListing) => Promise<Result<unknown, RequestFailure>>;
  onTakeBack: () => void;
}

/** One public chat of one's own. */
export function OwnEntryRow({ entry, onSave, onTakeBack }: Props) {
  const [isEditing, setEditing] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const edit = useRef<HTMLButtonElement>(null);
  const { id, title, summary, author, tags, remixes, hiddenFor, updatedAt } = entry;

  function close() {
    setEditing(false);
    setFailure(null);
    // The form is gone with its fields.
    edit.current?.focus();
  }

  async function save(listing: ShowcaseListing) {
    const saved = await onSave(listing);
    if (saved.ok) close();
    else setFailure(saved);
  }

  return (
    <article aria-label={title} className="space-y-2 py-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="me-auto min-w-0 flex-1 basis-60">
          <Link to={`/chat/${id}`} className="font-medium wrap-anywhere hover:underline">
            <bdi>{title}</bdi>
          </Link>
          {summary ? (
            <p dir="auto" className="text-sm wrap-anywhere text-muted">
              {summary}
            </p>
          ) : null}
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted tabular-nums">
            <State entry={entry} />
            <span className="wrap-anywhere">
              {author === null ? (
                'No author shown'
              ) : (
                <>
                  By <bdi>{author}</bdi>
                </>
              )}
            </span>
            <span>
              Published <RelativeTime at={updatedAt} />
            </span>
            <span>{remixes === 1 ? '1 remix' : `${formatCount(remixes)} remixes`}</span>
            {tags.map((tag) => (
              <bdi key={tag} className="wrap-anywhere">
                #{tag}
              </bdi>
            ))}
          </p>
        </div>
        <Button
          ref={edit}
          variant="secondary"
          aria-expanded={isEditing}
          onClick={() => (isEditing ? close() : setEditing(true))}
        >
          <Pencil aria-hidden />
          Edit
        </Button>
        <Button variant="ghost" onClick={onTakeBack}>
          <Lock aria-hidden />
          Take back
        </Button>
      </div>
      {hiddenFor === null ? null : (
        <p className="text-sm wrap-anywhere text-fail">
          We have hidden this chat from everyone else: {hiddenFor}
        </p>
      )}
      {failure ? <FailureNote failure={failure} onClose={() => setFailure(null)} /> : null}
      {isEditing ? (
        <ListingForm
          initial={{ title, summary, tags, author }}
          submitLabel="Save"
          onSubmit={save}
          onCancel={close}
        />
      ) : null}
    </article>
  );
}

function State({ entry: { hiddenFor, reports } }: { entry: OwnEntry }) {
  return (
    <>
      {hiddenFor === null ? (
        <Badge tone="pass">
          <Globe aria-hidden />
          Public
        </Badge>
      ) : (
        <Badge tone="fail">
          <EyeOff aria-hidden />
          Hidden
        </Badge>
      )}
      {reports > 0 ? (
        <Badge tone="warn">
          <Flag aria-hidden />
          {reports === 1 ? '1 report' : `${reports} reports`}
        </Badge>
      ) : null}
    </>
  );
}
