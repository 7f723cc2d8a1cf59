import { useState } from 'react';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import { MAX_NOTICE_LENGTH, type SiteNotice } from '#app/controls/site-notice.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';
import { Textarea } from '#app/ui/textarea.tsx';

import { useAdminChange } from './use-admin-change.ts';

/** Sets the notice that every page shows, or ends it. */
export function NoticeForm({ notice }: { notice: SiteNotice | null }) {
  const { isBusy, failure, send, forget } = useAdminChange();
  const [text, setText] = useState(notice?.text ?? '');
  const [startsAt, setStartsAt] = useState('');
  const [endsAt, setEndsAt] = useState('');
  const isWhole = text.trim() !== '' && endsAt !== '';
  return (
    <section aria-labelledby="notice">
      <h2 id="notice">Notice</h2>
      <p className="mt-1 mb-3 text-muted">
        A banner on every page, which each visitor can dismiss. Enter times in your time zone;
        visitors see them in theirs.
      </p>
      {notice ? (
        <div className="mb-4 flex flex-wrap items-center gap-3 rounded-panel border bg-raised p-3">
          <p className="min-w-0 grow wrap-anywhere">
            {notice.text} <span className="text-muted">Ends</span>{' '}
            <RelativeTime at={notice.endsAt} />
          </p>
          <Button disabled={isBusy} onClick={() => void send('DELETE', 'notice')}>
            End now
          </Button>
        </div>
      ) : null}
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isWhole || isBusy) return;
          const start = startsAt === '' ? null : Date.parse(startsAt);
          void send('PUT', 'notice', { text, startsAt: start, endsAt: Date.parse(endsAt) });
        }}
      >
        <label className="block">
          <span className="mb-1 block text-sm font-medium">Text</span>
          <Textarea
            value={text}
            rows={2}
            required
            maxLength={MAX_NOTICE_LENGTH}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <Field
          label="Maintenance begins (optional)"
          type="datetime-local"
          value={startsAt}
          onValue={setStartsAt}
        />
        <Field
          label="Ends (hides the banner)"
          type="datetime-local"
          required
          value={endsAt}
          onValue={setEndsAt}
        />
        <Button
          type="submit"
          variant="primary"
          className="self-start"
          disabled={!isWhole || isBusy}
        >
          {notice ? 'Replace the notice' : 'Show the notice'}
        </Button>
      </form>
      {failure ? <FailureNote failure={failure} onClose={forget} /> : null}
    </section>
  );
}
