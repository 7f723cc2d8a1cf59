import { useState } from 'react';

import type { JsonValue } from '#app/runtime/definition.ts';
import { Input } from '#app/ui/input.tsx';

import { useUnreadable } from './field-context.ts';
import type { FormField } from './form-field.ts';

/** A number; typed text stays as it is until it reads as one. */
export function NumberField({
  id,
  path,
  field,
  isInteger,
  value,
  keepsEmpty,
  problemId,
  onChange,
}: {
  id: string;
  path: string;
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
  const problem = text.trim() === '' ? null : findNumberProblem(text);
  useUnreadable(path, problem !== null);
  return (
    <>
      <Input
        id={id}
        inputMode={isInteger ? 'numeric' : 'decimal'}
        value={text}
        aria-invalid={problem !== null || problemId !== undefined}
        aria-describedby={problem === null ? problemId : `${id}-unread`}
        placeholder={typeof field.example === 'number' ? `e.g. ${field.example}` : 'not set'}
        onChange={(event) => {
          const number = toNumber(event.target.value);
          const next = number === undefined && keepsEmpty ? value : number;
          setTyped({ text: event.target.value, value: next });
          if (next !== value) onChange(next);
        }}
      />
      {problem === null ? null : (
        <p id={`${id}-unread`} className="mt-1 text-sm text-fail">
          {problem}
        </p>
      )}
    </>
  );
}

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** A JSON number, or undefined for any other text. */
function toNumber(text: string): number | undefined {
  const number = Number(text.trim());
  return findNumberProblem(text) === null ? number : undefined;
}

function findNumberProblem(text: string): string | null {
  const trimmed = text.trim();
  const number = Number(trimmed);
  if (!NUMBER.test(trimmed) || !Number.isFinite(number)) return 'This is not a number.';
  // JavaScript would send another number than the one that is written here.
  const isExact = !/^-?\d+$/.test(trimmed) || Number.isSafeInteger(number);
  return isExact ? null : 'This integer has too many digits to be sent exactly.';
}
