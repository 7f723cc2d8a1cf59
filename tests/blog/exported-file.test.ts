import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, test } from 'vitest';

import { SNIPPETS } from '../../scripts/reading/fill-snippets.ts';

test('the documented script writes one attached file of a download, from all of its parts', () => {
  const bytes = Uint8Array.from({ length: 1_000 }, (_, index) => index % 256);
  const toBase64 = (part: Uint8Array) => Buffer.from(part).toString('base64');
  const attached = { kind: 'attachedFile', id: 'wanted', parts: 2 };
  const lines = [
    { kind: 'chat', id: 'first' },
    { ...attached, part: 1, content: toBase64(bytes.subarray(0, 600)) },
    { ...attached, part: 2, content: toBase64(bytes.subarray(600)) },
    { ...attached, id: 'other', part: 1, parts: 1, content: toBase64(bytes) },
    // A later chat has the same file.
    { ...attached, part: 1, content: null },
    { kind: 'end' },
  ];
  const folder = mkdtempSync(path.join(tmpdir(), 'exported-'));
  try {
    const exported = path.join(folder, 'mcp-builder.ndjson');
    writeFileSync(exported, lines.map((line) => JSON.stringify(line)).join('\n'));
    const written = path.join(folder, 'notes.bin');
    const script = path.join(SNIPPETS, 'docs/write-file.mjs');
    execFileSync(process.execPath, [script, exported, 'wanted', written]);
    expect(new Uint8Array(readFileSync(written))).toEqual(bytes);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
