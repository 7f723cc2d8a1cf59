import { useId, useState } from 'react';

import {
  MAX_AUTHOR,
  MAX_LISTED_TITLE,
  MAX_SUMMARY,
  MAX_TAGS,
  type ShowcaseListing,
} from '#app/drafts/publishing/showcase-listing.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Textarea } from '#app/ui/textarea.tsx';

interface Props {
  initial: ShowcaseListing;
  submitLabel: string;
  cancelLabel?: string;
  onSubmit: (listing: ShowcaseListing) => Promise<void>;
  onCancel: () => void;
}

/** The words under which the showcase lists a chat. */
export function ListingForm({
  initial,
  submitLabel,
  cancelLabel = 'Cancel',
  onSubmit,
  onCancel,
}: Props) {
  const id = useId();
  const [title, setTitle] = useState(initial.title);
  const [summary, setSummary] = useState(initial.summary);
  const [tags, setTags] = useState(initial.tags.join(', '));
  const [author, setAuthor] = useState(initial.author ?? '');
  const [isBusy, setBusy] = useState(false);

  async function submit() {
    setBusy(true);
    const named = author.trim() === '' ? null : author.trim();
    try {
      await onSubmit({
        title: title.trim(),
        summary: summary.trim(),
        tags: toTags(tags),
        author: named,
      });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      aria-label="In the showcase"
      className="grid gap-3 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && title.trim() !== '') void submit();
      }}
    >
      <Field label="Title" required maxLength={MAX_LISTED_TITLE} value={title} onValue={setTitle} />
      <div>
        <Field
          label="Author"
          maxLength={MAX_AUTHOR}
          value={author}
          aria-describedby={`${id}-author`}
          onValue={setAuthor}
        />
        <p id={`${id}-author`} className="mt-1 text-sm text-muted">
          The name to show. Leave it empty to show none.
        </p>
      </div>
      <div className="sm:col-span-2">
        <label htmlFor={`${id}-summary`} className="mb-1 block text-sm font-medium">
          Summary
        </label>
        <Textarea
          id={`${id}-summary`}
          rows={2}
          maxLength={MAX_SUMMARY}
          value={summary}
          onChange={(event) => setSummary(event.target.value)}
        />
      </div>
      <div className="sm:col-span-2">
        <Field
          label="Tags"
          maxLength={200}
          value={tags}
          aria-describedby={`${id}-tags`}
          onValue={setTags}
        />
        <p id={`${id}-tags`} className="mt-1 text-sm text-muted">
          Up to {MAX_TAGS}, separated by commas.
        </p>
      </div>
      <div className="flex flex-wrap gap-2 sm:col-span-2">
        <Button type="submit" variant="primary" disabled={isBusy || title.trim() === ''}>
          {submitLabel}
        </Button>
        <Button variant="ghost" disabled={isBusy} onClick={onCancel}>
          {cancelLabel}
        </Button>
      </div>
    </form>
  );
}

function toTags(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim().replace(/^#/, ''));
  return tags.filter((tag) => tag !== '').slice(0, MAX_TAGS);
}
