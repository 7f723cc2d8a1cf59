import { expect, test } from 'vitest';

import type { DraftFacts } from '#app/builder/built-in/turn.ts';
import { examplePrompts } from '#app/chat/composer/example-prompts.ts';
import { templates } from '#app/templates/templates.ts';
import { importDocument } from '#app/blueprint/import/import-document.ts';

import { readSpec } from '../setup/make-draft.ts';
import { runTurn } from '../builder/built-in/run-turn.ts';

/** A draft of which nothing is known. */
const NO_FACTS: DraftFacts = {
  identity: { name: '' },
  upstreams: [],
  tools: [],
  resources: [],
  prompts: [],
  templates: [],
};
/** What the built-in builder says where it does not understand. */
const LOST = /I did not understand|I could not find a request/;

test('every example of an empty draft makes something', () => {
  const prompts = examplePrompts({ tools: [] });
  expect(prompts).toHaveLength(3);
  for (const prompt of prompts) {
    const { calls, summary } = runTurn(prompt, {
      draft: { ...NO_FACTS, templates: [...templates] },
    });
    expect(calls.map(({ tool }) => tool).join(), prompt).toMatch(/upsert_tool|import_document/);
    expect(summary, prompt).not.toMatch(LOST);
  }
});

test('every example of a draft with tools is understood', async () => {
  const imported = await importDocument(readSpec('petstore-3.0.json'));
  if (!imported.ok) throw new Error('The petstore cannot be imported.');
  const prompts = examplePrompts(imported.value.blueprint);
  expect(prompts[0]).toBe('Add a confirmation to updatePet');
  const arg = { name: 'petId', required: true };
  const named = (name: string, destructive: boolean) => ({
    name,
    enabled: true,
    kind: 'http' as const,
    method: destructive ? 'DELETE' : 'GET',
    reads: !destructive,
    destructive,
    confirms: false,
    arguments: [arg],
  });
  const tools = imported.value.blueprint.tools.map(({ name }) =>
    named(name, /delete|update/i.test(name)),
  );
  for (const prompt of prompts) {
    const { summary } = runTurn(prompt, { draft: { ...NO_FACTS, tools } });
    expect(summary, prompt).not.toMatch(LOST);
  }
});
