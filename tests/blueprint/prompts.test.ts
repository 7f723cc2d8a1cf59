import { expect, test } from 'vitest';

import { applyEdits } from '#app/blueprint/edits.ts';
import { parseBlueprint } from '#app/blueprint/parse-blueprint.ts';

import { exampleBlueprint } from './example-blueprint.ts';

const MADE = { name: 'made', arguments: [], messages: [] };

test('a prompt has either messages or a tool that makes them', () => {
  const withPrompt = (prompt: object) =>
    parseBlueprint({ ...exampleBlueprint(), prompts: [prompt] });
  const [tool] = exampleBlueprint().tools;
  const text = { role: 'user', text: 'Hi' };
  const sound = { type: 'audio', data: 'AQID', mimeType: 'audio/wav' };
  expect(withPrompt({ ...MADE, tool: tool?.name })).toMatchObject({ ok: true });
  expect(withPrompt({ ...MADE, messages: [text] })).toMatchObject({ ok: true });
  expect(withPrompt({ ...MADE, messages: [{ role: 'user', content: sound }] })).toMatchObject({
    ok: true,
  });
  for (const prompt of [MADE, { ...MADE, messages: [text], tool: tool?.name }]) {
    expect(withPrompt(prompt)).toMatchObject({
      ok: false,
      problems: [{ path: '$.prompts[0].messages', message: expect.stringContaining('a tool') }],
    });
  }
  expect(withPrompt({ ...MADE, tool: 'nobody' })).toMatchObject({
    ok: false,
    problems: [{ path: '$.prompts[0].tool' }],
  });
});

test('a prompt follows a renamed tool, and prevents its removal', () => {
  const blueprint = exampleBlueprint();
  const name = blueprint.tools[0]?.name ?? '';
  const prompt = { ...MADE, tool: name };
  const renamed = applyEdits(blueprint, [
    { edit: 'upsertPrompt', prompt },
    { edit: 'renameTool', from: name, to: 'other' },
  ]);
  expect(renamed.ok && renamed.value.prompts.find((one) => one.name === 'made')).toMatchObject({
    tool: 'other',
  });
  const removed = applyEdits({ ...blueprint, resources: [] }, [
    { edit: 'upsertPrompt', prompt },
    { edit: 'removeTool', name },
  ]);
  expect(removed).toMatchObject({
    ok: false,
    problems: [{ path: '$[1].name', message: expect.stringContaining('"made"') }],
  });
});
