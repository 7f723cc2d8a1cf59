import type { ServerDefinition, ToolDefinition, ToolFunction } from '#app/runtime/definition.ts';

const NAME_FORM = {
  type: 'object',
  properties: { name: { type: 'string', title: 'Name' } },
  required: ['name'],
};
const NUMBERS = {
  type: 'object',
  properties: { a: { type: 'number' }, b: { type: 'number' } },
  required: ['a', 'b'],
};
const NOTHING = { type: 'object', properties: {} };

/** Tools by what they exercise. */
const RUN: Record<string, ToolFunction> = {
  add: ({ a, b }) => ({ sum: Number(a) + Number(b) }),
  echo: ({ text = '' }) => text,
  fail: () => {
    throw new Error('The pet has left.');
  },
  ask_name: async (_, { elicit }) => {
    const answer = await elicit('What is your name?', NAME_FORM, 'name');
    return `Hello, ${JSON.stringify(answer?.content?.['name'] ?? answer?.action ?? null)}`;
  },
  ask_model: async (_, { sample }) => (await sample('Name a colour.', 50, 'colour')) ?? 'No model.',
  ask_roots: async (_, { roots }) =>
    ((await roots('roots')) ?? []).map(({ uri }) => uri).join(', ') || 'No roots.',
  steps: async ({ count = 3, ms = 20 }, { progress, log, signal }) => {
    for (let step = 1; step <= Number(count) && !signal.aborted; step += 1) {
      await progress(step, Number(count), `Step ${step}`);
      await log('info', `Step ${step}`);
      await new Promise((next) => setTimeout(next, Number(ms)));
    }
    return 'Every step is done.';
  },
  touch: async (_, { updated }) => {
    await updated('test://clock');
    return 'The clock was touched.';
  },
  tick: () => 'tick',
};

const SCHEMAS: Record<string, ToolDefinition['inputSchema']> = {
  add: NUMBERS,
  echo: {
    type: 'object',
    properties: { text: { type: 'string', 'x-mcp-header': 'Text', description: 'What to say.' } },
  },
  steps: {
    type: 'object',
    properties: {
      count: { type: 'integer', minimum: 1, maximum: 500 },
      ms: { type: 'integer', minimum: 1, maximum: 60_000 },
    },
  },
};

/** A server of ours with something of everything that a client can exercise. */
export const FIXTURE_DEFINITION: ServerDefinition = {
  identity: {
    name: 'tester-fixture',
    title: 'Tester fixture',
    version: '1.0.0',
    instructions: 'Add before you ask.',
  },
  upstreams: [],
  secrets: [],
  definitions: {},
  tools: Object.entries(RUN).map(([name, run]) => ({
    name,
    title: name.replaceAll('_', ' '),
    description: `Exercises ${name.replaceAll('_', ' ')}.`,
    annotations: { readOnlyHint: name !== 'touch' },
    inputSchema: SCHEMAS[name] ?? NOTHING,
    ...(name === 'add'
      ? {
          outputSchema: {
            type: 'object',
            properties: { sum: { type: 'number' } },
            required: ['sum'],
          },
        }
      : {}),
    action: { kind: 'code', run },
  })),
  resources: [
    {
      uri: 'test://readme',
      name: 'readme',
      mimeType: 'text/markdown',
      content: { kind: 'text', text: '# Readme\n\nPlain *Markdown*.' },
    },
    { uri: 'test://clock', name: 'clock', content: { kind: 'tool', tool: 'tick' } },
    {
      uri: 'test://notes/{id}',
      name: 'note',
      mimeType: 'text/plain',
      content: { kind: 'tool', tool: 'tick' },
    },
  ],
  prompts: [
    {
      name: 'greet',
      title: 'Greet somebody',
      description: 'A greeting in a language.',
      arguments: [
        { name: 'name', description: 'Whom to greet.', required: true },
        { name: 'language', values: ['English', 'French', 'German'] },
      ],
      messages: [{ role: 'user', text: 'Greet {{name}} in {{language}}.' }],
    },
  ],
  policies: {
    timeoutMs: 60_000,
    maxUpstreamBytes: 1_000_000,
    maxResultBytes: 1_000_000,
    allowedOrigins: [],
  },
};
