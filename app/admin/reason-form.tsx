import { useState } from 'react';

import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';

/** Asks why, before something is done to somebody; they are told. */
export function ReasonForm({
  label,
  action,
  isBusy,
  onSubmit,
  onCancel,
}: {
  label: string;
  action: string;
  isBusy: boolean;
  onSubmit: (reason: string) => void;
  onCancel: () => void;
}) {
  const [reason, setReason] = useState('');
  return (
    <form
      className="mt-3 flex max-w-xl flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) onSubmit(reason.trim());
      }}
    >
      <Field
        label={label}
        value={reason}
        onValue={setReason}
        required
        minLength={3}
        maxLength={300}
        autoFocus
      />
      <div className="flex gap-2">
        <Button type="submit" variant="danger" disabled={isBusy || reason.trim().length < 3}>
          {action}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
