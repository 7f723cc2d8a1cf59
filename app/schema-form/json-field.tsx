import { useState } from 'react';

import type { JsonValue } from '#app/runtime/definition.ts';
import { parseJson } from '#app/runtime/json.ts';
import { Textarea } from '#app/ui/textarea.tsx';

/** Any value as JSON: for what a form has no control for. */
export function JsonField({
  id,
  name,
  value,
  problemId,
  onChange,
}: {
  id: string;
  name: string;
  value: JsonValue | undefined;
  problemId?: string;
  onChange: (value: JsonValue | undefined) => void;
}) {
  const shown = value === undefined ? '' : JSON.stringify(value, null, 2);
  const [typed, setTyped] = useState(shown);
  const read = readValue(typed);
  // Another way of editing may have changed the value since.
  const isOwn = !read.ok || JSON.stringify(read.value) === JSON.stringify(value);
  return (
    <>
      <Textarea
        id={id}
        aria-label={`${name} as JSON`}
        aria-invalid={!read.ok || problemId !== undefined}
        aria-describedby={problemId}
        rows={3}
        spellCheck={false}
        className="font-mono md:text-sm"
        placeholder="not set"
        value={isOwn ? typed : shown}
        onChange={(event) => {
          setTyped(event.target.value);
          const next = readValue(event.target.value);
          if (next.ok) onChange(next.value);
        }}
      />
      {read.ok ? null : (
        <p className="mt-1 text-sm text-fail">Not valid JSON yet. The last valid value is sent.</p>
      )}
    </>
  );
}

function readValue(text: string): { ok: true; value: JsonValue | undefined } | { ok: false } {
  if (text.trim() === '') return { ok: true, value: undefined };
  try {
    return { ok: true, value: parseJson(text) };
  } catch {
    return { ok: false };
  }
}
