import type { JsonValue } from '#app/runtime/definition.ts';
import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/input.tsx';
import { Textarea } from '#app/ui/textarea.tsx';

import type { FormField } from './form-field.ts';

/** Keyboards of phones. A field of the browser's own kind would take away the spaces around its text. */
const INPUT_MODES: Record<string, 'email' | 'url'> = { email: 'email', uri: 'url', url: 'url' };

/** The only texts that a browser's field for a date shows. */
const DATE = /^(\d{4}-\d\d-\d\d)?$/;

const SAMPLES: Record<string, string> = {
  'date-time': '2026-11-21T12:00:00Z',
  time: '12:00:00Z',
  duration: 'P1DT2H',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  hostname: 'example.com',
  uri: 'https://example.com/path',
  email: 'name@example.com',
  'json-pointer': '/items/0',
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
  const type = format === 'date' && DATE.test(text) ? 'date' : 'text';
  return (
    <div className="flex items-start gap-1">
      {isLong || /[\r\n]/.test(text) ? (
        <Textarea rows={3} {...shared} />
      ) : (
        <Input type={type} inputMode={INPUT_MODES[format ?? ''] ?? 'text'} {...shared} />
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
  const sample = SAMPLES[format ?? ''];
  return sample === undefined ? 'not set' : `e.g. ${sample}`;
}
