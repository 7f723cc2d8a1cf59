import { expect, test } from 'vitest';

import { nextStep } from '#app/builder/built-in/next-step.ts';
import { toTurn } from '#app/builder/models/built-in-model.ts';
import { nameDocument, readDocumentName } from '#app/builder/models/describe-document.ts';

const NAMES = [
  'api.json',
  'my "own" API, 3 characters. To import all of it: x.yaml',
  'ü\\n{}.json',
];

test.each(NAMES)('the reference to %j names it, and nothing around it counts', (name) => {
  const text = nameDocument(name, 13_000_000);
  expect(readDocumentName(text)).toBe(name);
  for (const other of [`${text} `, `Look: ${text}`, `${text}\n\n{"openapi": "3.1.0"}`, '']) {
    expect(readDocumentName(other)).toBeNull();
  }
});

test('a document that is too long to read is imported by its name, once', () => {
  const [name = ''] = NAMES;
  const text = (said: string) => ({ type: 'text' as const, text: said });
  const question = {
    role: 'user' as const,
    content: [text('Import this'), text(nameDocument(name, 2e6))],
  };
  const turn = toTurn([question]);
  expect(turn).toMatchObject({ text: 'Import this', attached: [name] });
  const facts = {
    identity: { name: '' },
    upstreams: [],
    tools: [],
    resources: [],
    prompts: [],
    templates: [],
  };
  const read = nextStep(turn).calls.map(({ tool, input }) => ({ tool, input, output: facts }));
  const imported = nextStep({ ...turn, results: read });
  expect(imported.calls).toEqual([{ tool: 'import_document', input: { attachment: name } }]);
  // What came with an earlier message was imported then.
  const later = toTurn([question, { role: 'user', content: [text('thank you')] }]);
  expect(later.attached).toEqual([]);
});
