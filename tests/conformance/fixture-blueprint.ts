import { DEFAULT_POLICIES, SCHEMA_VERSION, type Blueprint } from '#app/blueprint/blueprint.ts';

import { DETAILS, PNG, SOURCES } from './fixture-actions.ts';

/** The server that the official suite expects, as a blueprint like anybody's. */
export const FIXTURE: Blueprint = {
  schemaVersion: SCHEMA_VERSION,
  identity: { name: 'conformance-fixture', version: '1.0.0' },
  sources: [],
  upstreams: [],
  secrets: [],
  definitions: {},
  tools: Object.entries(SOURCES).map(([name, source]) => ({
    name,
    description: `What the suite expects of ${name}.`,
    enabled: true,
    inputSchema: { type: 'object' },
    action: { kind: 'code', source },
    ...DETAILS[name],
  })),
  resources: [
    {
      uri: 'test://static-text',
      name: 'static-text',
      description: 'Text that never changes.',
      mimeType: 'text/plain',
      content: { kind: 'text', text: 'This is the content of the static text resource.' },
    },
    {
      uri: 'test://static-binary',
      name: 'static-binary',
      description: 'An image.',
      mimeType: 'image/png',
      content: { kind: 'blob', base64: PNG },
    },
    {
      uri: 'test://watched-resource',
      name: 'watched-resource',
      description: 'Text that may change.',
      mimeType: 'text/plain',
      content: { kind: 'tool', tool: 'read_watched_resource' },
    },
    {
      uri: 'test://template/{id}/data',
      name: 'template',
      description: 'Data of an id.',
      mimeType: 'application/json',
      content: { kind: 'tool', tool: 'read_template' },
    },
  ],
  prompts: [
    {
      name: 'test_simple_prompt',
      description: 'A prompt without arguments.',
      arguments: [],
      messages: [{ role: 'user', text: 'This is a simple prompt for testing.' }],
    },
    {
      name: 'test_prompt_with_arguments',
      description: 'A prompt with two arguments.',
      arguments: [
        { name: 'arg1', description: 'First', required: true, values: ['paris', 'park', 'party'] },
        { name: 'arg2', description: 'Second', required: true },
      ],
      messages: [{ role: 'user', text: "Prompt with arguments: arg1='{{arg1}}', arg2='{{arg2}}'" }],
    },
    {
      name: 'test_prompt_with_embedded_resource',
      description: 'A prompt that brings a resource.',
      arguments: [{ name: 'resourceUri', description: 'Its address', required: true }],
      messages: [
        {
          role: 'user',
          content: {
            type: 'resource',
            resource: {
              uri: '{{resourceUri}}',
              mimeType: 'text/plain',
              text: 'Embedded resource content for testing.',
            },
          },
        },
        { role: 'user', text: 'Please process the embedded resource above.' },
      ],
    },
    {
      name: 'test_prompt_with_image',
      description: 'A prompt that brings an image.',
      arguments: [],
      messages: [
        { role: 'user', content: { type: 'image', data: PNG, mimeType: 'image/png' } },
        { role: 'user', text: 'Please analyze the image above.' },
      ],
    },
    {
      name: 'test_input_required_result_prompt',
      description: 'A prompt that a tool makes, which asks the user.',
      arguments: [],
      messages: [],
      tool: 'ask_for_context',
    },
  ],
  policies: DEFAULT_POLICIES,
};
