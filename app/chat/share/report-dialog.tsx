import { useState } from 'react';

import { jsonRequest, sendRequest, type RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { showToast } from '#app/ui/show-toast.ts';
import { Textarea } from '#app/ui/textarea.tsx';

const REASONS = [
  { value: 'spam', label: 'Spam or advertising' },
  { value: 'secrets', label: 'It shows secrets or personal data' },
  { value: 'harmful', label: 'Harmful, deceptive or illegal' },
  { value: 'copyright', label: 'It breaks someone’s rights' },
  { value: 'other', label: 'Something else' },
] as const;
type Reason = (typeof REASONS)[number]['value'];

const MAX_NOTE = 1_000;

/** Reports a shared chat to the people who run this site. */
export function ReportDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [reason, setReason] = useState<Reason | null>(null);
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);

  async function send() {
    setBusy(true);
    const path = `/api/showcase/${encodeURIComponent(id)}/reports`;
    const sent = await sendRequest(path, jsonRequest('POST', { reason, note: note.trim() }));
    setBusy(false);
    if (!sent.ok) return setFailure(sent);
    onClose();
    showToast('Thank you. We will look at this chat.');
  }

  return (
    <Dialog title="Report this chat" onClose={onClose}>
      <form
        className="min-h-0 space-y-4 overflow-y-auto px-4 py-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (reason !== null && !isBusy) void send();
        }}
      >
        {failure ? <FailureNote failure={failure} onClose={() => setFailure(null)} /> : null}
        <fieldset>
          <legend className="mb-1 text-sm font-medium">What is wrong with it?</legend>
          {REASONS.map(({ value, label }) => (
            <label
              key={value}
              className="flex min-h-8 cursor-pointer items-center gap-2 pointer-coarse:min-h-11"
            >
              <input
                type="radio"
                name="reason"
                value={value}
                checked={reason === value}
                className="size-4 accent-blue"
                onChange={() => setReason(value)}
              />
              {label}
            </label>
          ))}
        </fieldset>
        <label className="block text-sm font-medium">
          Details (optional)
          <Textarea
            rows={3}
            maxLength={MAX_NOTE}
            className="mt-1 font-normal"
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </label>
        <p className="text-sm text-muted">
          Your name is not part of the report. Report a chat again to change what you have reported.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" disabled={reason === null || isBusy}>
            Send the report
          </Button>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
