import { expect, test } from 'vitest';

import { PREVIEW_SERVER } from '#app/auth/login/preview-server.ts';
import { importDocument } from '#app/blueprint/import/import-document.ts';
import { toServerDefinition } from '#app/blueprint/to-server-definition.ts';
import { getTemplateDocument } from '#app/templates/template-documents.server.ts';
import type { JsonObject } from '#app/runtime/json.ts';
import { createMockFetch } from '#app/runtime/mock/mock-upstream.ts';
import { QUIET_CLIENT } from '#app/runtime/protocol/quiet-client.ts';
import { runTool } from '#app/runtime/tools/run-tool.ts';

async function importWeather() {
  const imported = await importDocument(getTemplateDocument('weather') ?? '');
  if (!imported.ok) throw new Error(imported.message);
  return imported.value.blueprint;
}

test('the picture beside signing in shows the server that the template gives', async () => {
  const { identity, tools } = await importWeather();
  expect(identity).toMatchObject({
    title: PREVIEW_SERVER.title,
    name: PREVIEW_SERVER.name,
    version: PREVIEW_SERVER.version,
  });
  const shown = tools.map(({ name, title, action }) => ({
    name,
    method: action.kind === 'http' ? action.method : action.kind,
    summary: title,
  }));
  expect(PREVIEW_SERVER.tools).toEqual(shown);
});

test('the call in the picture is answered so', async () => {
  const definition = toServerDefinition(await importWeather(), new Map());
  const { tool, arguments: values, result } = PREVIEW_SERVER.call;
  const args: JsonObject = JSON.parse(JSON.stringify(values));
  const answer = await runTool(
    definition,
    { name: tool, arguments: args },
    {
      fetch: createMockFetch(definition),
      signal: new AbortController().signal,
      ...QUIET_CLIENT,
    },
  );
  expect(answer.structuredContent).toMatchObject({ current: result });
});
