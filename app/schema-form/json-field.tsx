import { useState } from 'react';

import type { JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject, parseJson } from '#app/runtime/json.ts';
import { Textarea } from '#app/ui/textarea.tsx';

import { isSameText } from './can-show.ts';
import { useUnreadable } from './field-context.ts';

/** Any value as JSON: for what a form has no control for. */
export function JsonField({
  id,
  path,
  name,
  value,
  isObject = false,
  problemId,
  onChange,
}: {
  id: string;
  path: string;
  name: string;
  value: JsonValue | undefined;
  /** Only an object is a value. */
  isObject?: boolean;
  problemId?: string;
  onChange: (value: JsonValue | undefined) => void;
}) {
  const shown = value === undefined ? '' : JSON.stringify(value, null, 2);
  const [typed, setTyped] = useState(shown);
  const read = readValue(typed, isObject);
  // Another way of editing may have changed the value since.
  const isOwn = !read.ok || isSameValue(read.value, value);
  useUnreadable(path, !read.ok);
  return (
    <>
      <Textarea
        id={id}
        aria-label={`${name} as JSON`}
        aria-invalid={!read.ok || problemId !== undefined}
        aria-describedby={read.ok ? problemId : `${id}-unread`}
        rows={3}
        spellCheck={false}
        className="font-mono md:text-sm"
        placeholder="not set"
        value={isOwn ? typed : shown}
        onChange={(event) => {
          setTyped(event.target.value);
          const next = readValue(event.target.value, isObject);
          if (next.ok) onChange(next.value);
        }}
      />
      {read.ok ? null : (
        <p id={`${id}-unread`} className="mt-1 text-sm text-fail">
          {read.message}
        </p>
      )}
    </>
  );
}

type ReadValue = { ok: true; value: JsonValue | undefined } | { ok: false; message: string };

function readValue(text: string, isObject: boolean): ReadValue {
  if (text.trim() === '' && !isObject) return { ok: true, value: undefined };
  try {
    const value = parseJson(text);
    return isObject && !isJsonObject(value)
      ? { ok: false, message: 'Must be a JSON object: {"name": value}.' }
      : { ok: true, value };
  } catch {
    return { ok: false, message: 'Not valid JSON yet.' };
  }
}

function isSameValue(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return isSameText(one, other);
}
