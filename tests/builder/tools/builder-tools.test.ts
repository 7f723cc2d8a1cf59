import { readdirSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';
import * as z from 'zod';

import { PROMPT } from '#app/builder/models/prompt.ts';
import { TurnTrust } from '#app/builder/models/turn-trust.ts';
import { defineTool } from '#app/builder/tools/builder-tool.ts';
import { BUILDER_TOOLS } from '#app/builder/tools/builder-tools.ts';
import { faceOf } from '#app/builder/tools/tool-face.ts';

import { openWorkspace } from './open-workspace.ts';

const FOLDER = 'app/builder/tools';
const TESTS = 'tests/builder/tools';

function readAll(folder: string): { file: string; text: string }[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
  return files.map((file) => ({ file, text: readFileSync(`${folder}/${file}`, 'utf8') }));
}

test('every file that defines a tool is in the list, and its tool is called as the file is', () => {
  const defined = readAll(FOLDER).filter(({ text }) => text.includes('= defineTool('));
  const names = defined.map(({ file }) => file.replace('.ts', '').replaceAll('-', '_'));
  expect(BUILDER_TOOLS.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});

test('every tool has a test that calls it', () => {
  const tests = readAll(TESTS).filter(({ file }) => file.endsWith('.test.ts'));
  const untested = BUILDER_TOOLS.filter(({ name }) =>
    tests.every(({ text }) => !new RegExp(`[cC]all\\w*\\([^;]*'${name}'`).test(text)),
  );
  expect(untested.map(({ name }) => name)).toEqual([]);
});

test.each(BUILDER_TOOLS)('screens know the face of $name, and nothing more of it', (tool) => {
  const { name, effect, words, subject } = tool;
  expect(faceOf(name)).toEqual({ name, effect, words, subject });
});

test('no two tools have the same words', () => {
  const words = BUILDER_TOOLS.flatMap((tool) => [tool.words.now, tool.words.done]);
  expect(new Set(words).size).toBe(words.length);
});

test('the tools that models are told of are there', () => {
  const told = [PROMPT, ...BUILDER_TOOLS.map(({ description }) => description)].join(' ');
  const names = new Set(told.match(/\b[a-z]+_[a-z]+\b/g));
  // The example of a name.
  names.delete('get_user');
  const known: string[] = BUILDER_TOOLS.map(({ name }) => name);
  expect([...names].filter((name) => !known.includes(name))).toEqual([]);
});

const input = z.strictObject({ name: z.string() });
const parts = {
  name: 'wave',
  effect: 'reads',
  words: { now: 'Waving', done: 'Waved' },
  subject: ['name'],
  description: 'Waves.',
  input,
  run: () => Promise.resolve({}),
} as const;
const { effect: _effect, ...withoutEffect } = parts;
const { words: _words, ...withoutWords } = parts;
const { subject: _subject, ...withoutSubject } = parts;

test('a tool with a part missing does not compile', () => {
  const tools = [
    defineTool(parts),
    // @ts-expect-error Whether it changes the draft is not said.
    defineTool(withoutEffect),
    // @ts-expect-error The timeline has no words for it.
    defineTool(withoutWords),
    // @ts-expect-error What a call is about is not said.
    defineTool(withoutSubject),
    // @ts-expect-error The input has no such field.
    defineTool({ ...parts, subject: ['title'] }),
    // @ts-expect-error The input has no such field to count.
    defineTool({ ...parts, subject: [{ count: 'names', of: 'tool' }] }),
  ];
  expect(tools).toHaveLength(6);
});

test('a tool accepts an input once, and judges and runs what it has accepted', async () => {
  const waves: string[] = [];
  const wave = defineTool({
    ...parts,
    exit: ({ name }) => `Waves to ${name}.`,
    run: ({ name }) => Promise.resolve(waves.push(name)),
  });
  expect(wave.accept({ name: 7 })).toMatchObject({ ok: false, reason: 'invalid' });
  const call = wave.accept({ name: 'you' });
  if (!call.ok) throw call.error;
  expect(waves).toEqual([]);
  expect(call.value.findExit(new TurnTrust([]))).toBe('Waves to you.');
  const { signal } = new AbortController();
  await call.value.run({ workspace: openWorkspace(), signal, onProgress: () => undefined });
  expect(waves).toEqual(['you']);
});
