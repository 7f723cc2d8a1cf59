import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';

import { Button } from '#app/ui/button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Input } from '#app/ui/input.tsx';
import { Textarea } from '#app/ui/textarea.tsx';

interface Props {
  /** The name of the edited value: "name". */
  label: string;
  value: string;
  canEdit: boolean;
  isMono?: boolean;
  isLong?: boolean;
  /** Returns the problem of a text, or null. */
  check?: (text: string) => string | null;
  /** Saves; gives why it cannot, or null. */
  onSave: (text: string) => string | null;
  /** How it looks while nobody edits it. */
  children: ReactNode;
}

/** Text that turns into a field in its place. Enter saves, Esc leaves it as it was. */
export function InlineEdit({ label, value, canEdit, children, ...rest }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) {
    return <EditForm label={label} value={value} onClose={() => setOpen(false)} {...rest} />;
  }
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 grow">{children}</div>
      {canEdit ? (
        <IconButton label={`Edit ${label}`} className="-my-1" onClick={() => setOpen(true)}>
          <Pencil aria-hidden />
        </IconButton>
      ) : null}
    </div>
  );
}

function EditForm({
  label,
  value,
  isMono,
  isLong,
  check,
  onSave,
  onClose,
}: Omit<Props, 'canEdit' | 'children'> & { onClose: () => void }) {
  const [text, setText] = useState(value);
  const [refusal, setRefusal] = useState<string | null>(null);

  function save() {
    if (text === value) return onClose();
    const wrong = check?.(text) ?? onSave(text);
    if (wrong === null) onClose();
    else setRefusal(wrong);
  }

  const field = {
    'aria-label': label,
    'aria-invalid': refusal !== null,
    value: text,
    autoFocus: true,
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => setText(event.target.value),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        event.preventDefault();
        onClose();
      }
      if (event.key !== 'Enter' || (isLong && !event.metaKey && !event.ctrlKey)) return;
      event.preventDefault();
      save();
    },
  };
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        save();
      }}
    >
      {isLong ? (
        <Textarea rows={4} {...field} />
      ) : (
        <Input {...field} className={isMono ? 'font-mono md:text-sm' : undefined} />
      )}
      {refusal ? (
        <p role="alert" className="mt-1 text-sm text-fail">
          {refusal}
        </p>
      ) : null}
      <div className="mt-2 flex gap-2">
        <Button type="submit" variant="primary">
          Save
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
