import { expect, test } from 'vitest';

import { importDocument } from '#app/blueprint/import/import-document.ts';
import { toServerDefinition } from '#app/blueprint/to-server-definition.ts';
import { getTemplateDocument } from '#app/templates/template-documents.server.ts';
import { templates } from '#app/templates/templates.ts';
import { createMockFetch } from '#app/runtime/mock/mock-upstream.ts';
import { QUIET_CLIENT } from '#app/runtime/protocol/quiet-client.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';

async function importTemplate(id: string) {
  const text = getTemplateDocument(id);
  if (text === null) throw new Error(`Template ${id} has no document.`);
  const imported = await importDocument(text);
  if (!imported.ok) throw new Error(imported.message);
  return imported.value;
}

test('there are six templates, and no other name has a document', () => {
  expect(templates).toHaveLength(6);
  expect(getTemplateDocument('../templates/weather')).toBeNull();
  expect(getTemplateDocument('constructor')).toBeNull();
});

test.each(templates.map(({ id, upstream, needsSecret }) => ({ id, upstream, needsSecret })))(
  'the template $id is imported without loss and names its upstream',
  async ({ id, upstream, needsSecret }) => {
    const { blueprint, warnings } = await importTemplate(id);
    expect(warnings).toEqual([]);
    expect(blueprint.upstreams[0]?.allowedHosts).toEqual([upstream]);
    expect(blueprint.secrets.length > 0).toBe(needsSecret);
    expect(blueprint.tools.every(({ description }) => description)).toBe(true);
  },
);

test.each(templates.map(({ id }) => id))(
  'every tool of the template %s has an example that runs on the mock upstream',
  async (id) => {
    const { blueprint } = await importTemplate(id);
    const definition = toServerDefinition(blueprint, new Map());
    const fetch = createMockFetch(definition);
    for (const tool of blueprint.tools) {
      const args = tool.examples?.[0]?.arguments ?? {};
      const result = await runTool(
        definition,
        { name: tool.name, arguments: args },
        {
          fetch,
          signal: new AbortController().signal,
          ...QUIET_CLIENT,
        },
      );
      expect(result, tool.name).not.toHaveProperty('isError', true);
      expect(
        result.content.map((block) => block.type === 'text' && block.text).join(),
        tool.name,
      ).not.toContain('schema');
    }
  },
);
