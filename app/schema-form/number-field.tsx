import { useState } from 'react';

import type { JsonValue } from '#app/runtime/definition.ts';
import { Input } from '#app/ui/input.tsx';

import type { FormField } from './form-field.ts';

/** A number; typed text stays as it is until it reads as one. */
export function NumberField({
  id,
  field,
  isInteger,
  value,
  keepsEmpty,
  problemId,
  onChange,
}: {
  id: string;
  field: FormField;
  isInteger: boolean;
  value: JsonValue | undefined;
  keepsEmpty: boolean;
  problemId?: string;
  onChange: (value: JsonValue | undefined) => void;
}) {
  const [typed, setTyped] = useState<{ text: string; value: JsonValue | undefined }>();
  // Another way of editing may have changed the value since.
  const isOwn = typed !== undefined && typed.value === value;
  const text = isOwn ? typed.text : typeof value === 'number' ? String(value) : '';
  const isWrong = text.trim() !== '' && toNumber(text) === undefined;
  return (
    <>
      <Input
        id={id}
        inputMode={isInteger ? 'numeric' : 'decimal'}
        value={text}
        aria-invalid={isWrong || problemId !== undefined}
        aria-describedby={problemId}
        placeholder={typeof field.example === 'number' ? `e.g. ${field.example}` : 'not set'}
        onChange={(event) => {
          const number = toNumber(event.target.value);
          const next = number === undefined && keepsEmpty ? value : number;
          setTyped({ text: event.target.value, value: next });
          if (next !== value) onChange(next);
        }}
      />
      {isWrong ? (
        <p className="mt-1 text-sm text-fail">This is not a number, so it is not sent.</p>
      ) : null}
    </>
  );
}

/** A JSON number, or undefined for any other text. */
function toNumber(text: string): number | undefined {
  const trimmed = text.trim();
  if (!/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(trimmed)) return undefined;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : undefined;
}
