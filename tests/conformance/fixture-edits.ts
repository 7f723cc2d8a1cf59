import { FIXTURE } from './fixture-blueprint.ts';

/** What turns the draft of any document into the fixture. */
export function toFixtureEdits(tools: { name: string }[]): object[] {
  const { name, version } = FIXTURE.identity;
  return [
    ...tools.map((tool) => ({ edit: 'removeTool', name: tool.name })),
    { edit: 'setIdentity', name, version },
    ...FIXTURE.tools.map((tool) => ({ edit: 'upsertTool', tool })),
    ...FIXTURE.resources.map((resource) => ({ edit: 'upsertResource', resource })),
    ...FIXTURE.prompts.map((prompt) => ({ edit: 'upsertPrompt', prompt })),
  ];
}
