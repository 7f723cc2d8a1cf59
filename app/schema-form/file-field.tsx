import { useState } from 'react';

import { formatCount } from '#app/platform/locale/reader-locale.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import { Badge } from '#app/ui/badge.tsx';

/** The endpoint takes requests of 10 MB; base64 adds a third. */
const MAX_FILE_BYTES = 7_000_000;

/** A file, sent as `{data: base64, name, mediaType}`. */
export function FileField({
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
  onChange: (value: JsonValue) => void;
}) {
  const [refusal, setRefusal] = useState<string | null>(null);

  async function take(file: File) {
    if (file.size > MAX_FILE_BYTES)
      return setRefusal('The file is larger than 7 MB, the most that can be sent from here.');
    setRefusal(null);
    onChange(await toFileArgument(file));
  }

  return (
    <>
      <input
        id={id}
        type="file"
        aria-label={name}
        aria-describedby={problemId}
        className="block w-full text-sm file:me-3 file:min-h-9 file:cursor-pointer file:rounded-control file:border file:border-edge file:bg-raised file:px-3 file:font-medium"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) void take(file);
        }}
      />
      {isJsonObject(value) && typeof value['data'] === 'string' && value['data'] !== '' ? (
        <Badge className="mt-1.5">
          {typeof value['name'] === 'string' ? value['name'] : 'a file'} ·{' '}
          {formatCount(value['data'].length)} characters of base64
        </Badge>
      ) : null}
      {refusal ? <p className="mt-1 text-sm text-fail">{refusal}</p> : null}
    </>
  );
}

async function toFileArgument(file: File): Promise<JsonObject> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  const PIECE = 32_768;
  for (let at = 0; at < bytes.length; at += PIECE) {
    binary += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  }
  return {
    data: btoa(binary),
    name: file.name,
    ...(file.type ? { mediaType: file.type } : {}),
  };
}
