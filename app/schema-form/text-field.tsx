import type { JsonValue } from '#app/runtime/definition.ts';
import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/input.tsx';
import { Textarea } from '#app/ui/textarea.tsx';

import type { FormField } from './form-field.ts';

const INPUT_TYPES: Record<string, string> = {
  date: 'date',
  email: 'email',
  uri: 'url',
  url: 'url',
};

/** A text. Emptying the field unsets it; an empty text is sent when asked for. */
export function TextField({
  id,
  name,
  field,
  format,
  isLong,
  value,
  keepsEmpty,
  problemId,
  onChange,
}: {
  id: string;
  name: string;
  field: FormField;
  format: string | null;
  isLong: boolean;
  value: JsonValue | undefined;
  keepsEmpty: boolean;
  problemId?: string;
  onChange: (value: JsonValue | undefined) => void;
}) {
  const text = typeof value === 'string' ? value : '';
  const shared = {
    id,
    value: text,
    'aria-invalid': problemId !== undefined,
    'aria-describedby': problemId,
    spellCheck: false,
    placeholder: value === undefined ? toPlaceholder(field, format) : 'empty text',
    onChange: (event: { target: { value: string } }) =>
      onChange(event.target.value === '' && !keepsEmpty ? undefined : event.target.value),
  };
  // A date field would not show a text that is no date.
  const type =
    format === 'date' && text !== '' && !/^\d{4}-\d\d-\d\d$/.test(text) ? 'text' : format;
  return (
    <div className="flex items-start gap-1">
      {isLong || text.includes('\n') ? (
        <Textarea rows={3} {...shared} />
      ) : (
        <Input type={INPUT_TYPES[type ?? ''] ?? 'text'} {...shared} />
      )}
      {value === undefined ? (
        <Button
          variant="ghost"
          className="px-2 font-mono"
          aria-label={`Set ${name} to an empty text`}
          title="Set to an empty text"
          onClick={() => onChange('')}
        >
          &quot;&quot;
        </Button>
      ) : null}
    </div>
  );
}

function toPlaceholder(field: FormField, format: string | null): string {
  if (typeof field.example === 'string' && field.example !== '') return `e.g. ${field.example}`;
  return format === 'date-time' ? 'e.g. 2026-11-21T12:00:00Z' : 'not set';
}
