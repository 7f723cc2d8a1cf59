import type { Tool } from '#app/blueprint/tool.ts';

/** One red dot. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** A sound without a sample. */
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

/** Content that stands for itself. */
const CONTENT = {
  test_simple_text: [{ type: 'text', text: 'This is a simple text response for testing.' }],
  test_image_content: [{ type: 'image', data: PNG, mimeType: 'image/png' }],
  test_audio_content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }],
  test_embedded_resource: [
    {
      type: 'resource',
      resource: {
        uri: 'test://embedded-resource',
        mimeType: 'text/plain',
        text: 'This is an embedded resource content.',
      },
    },
  ],
  test_multiple_content_types: [
    { type: 'text', text: 'Multiple content types test:' },
    { type: 'image', data: PNG, mimeType: 'image/png' },
    {
      type: 'resource',
      resource: {
        uri: 'test://mixed-content-resource',
        mimeType: 'application/json',
        text: '{"test":"data","value":123}',
      },
    },
  ],
};

/** What tools do, as somebody would write it into the builder. */
const CODE = {
  test_error_handling: `() => {
  throw new Error('This tool intentionally returns an error for testing');
}`,
  test_tool_with_logging: `async (args, { log }) => {
  await log('info', 'Tool execution started');
  await new Promise((done) => setTimeout(done, 50));
  await log('info', 'Tool processing data');
  await new Promise((done) => setTimeout(done, 50));
  await log('info', 'Tool execution completed');
  return 'Tool with logging executed successfully';
}`,
  test_logging_tool: `async (args, { log }) => {
  await log('info', 'Only for those who asked for it.');
  return 'Logging evaluated';
}`,
  test_tool_with_progress: `async (args, { progress }) => {
  for (const done of [0, 50, 100]) {
    await progress(done, 100, \`Completed step \${done} of 100\`);
    await new Promise((next) => setTimeout(next, 50));
  }
  return 'Every step is done.';
}`,
  test_streaming_elicitation: `async (args, { progress, elicit }) => {
  await progress(50, 100);
  const answer = await elicit('Go on?', {
    type: 'object',
    properties: { ok: { type: 'boolean' } },
  });
  return answer?.action ?? 'nobody to ask';
}`,
  test_missing_capability: `(args, { sample }) => sample('Say hello.', 50)`,
  test_input_required_result_elicitation: `async (args, { elicit }) => {
  const answer = await elicit(
    'What is your name?',
    { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    'user_name',
  );
  return \`Hello, \${answer?.content?.name ?? 'stranger'}!\`;
}`,
  test_input_required_result_sampling: `async (args, { sample }) =>
  (await sample('What is the capital of France?', 100, 'capital_question')) ?? 'No model.'`,
  test_input_required_result_list_roots: `async (args, { roots }) => {
  const found = (await roots('client_roots')) ?? [];
  return \`Roots: \${found.map(({ uri }) => uri).join(', ')}\`;
}`,
  test_input_required_result_request_state: confirmation('state-ok'),
  test_input_required_result_tampered_state: confirmation('integrity-ok'),
  test_input_required_result_multiple_inputs: `async (args, context) => {
  const [name, greeting, roots] = await Promise.all([
    context.elicit(
      'What is your name?',
      { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      'user_name',
    ),
    context.sample('Generate a greeting', 50, 'greeting'),
    context.roots('client_roots'),
  ]);
  return \`\${greeting} \${name?.content?.name} in \${roots?.length} roots\`;
}`,
  test_input_required_result_multi_round: `async (args, { elicit }) => {
  const ask = (message: string, field: string, name: string) =>
    elicit(
      message,
      { type: 'object', properties: { [field]: { type: 'string' } }, required: [field] },
      name,
    );
  const first = await ask('Step 1: What is your name?', 'name', 'step1');
  const second = await ask('Step 2: What is your favorite color?', 'color', 'step2');
  return \`\${first?.content?.name} likes \${second?.content?.color}\`;
}`,
  test_input_required_result_capabilities: `async (args, context) => {
  const schema = { type: 'object', properties: { value: { type: 'string' } } };
  const [form, text] = await Promise.all([
    context.elicit('Elicitation input', schema, 'elicit_input'),
    context.sample('Sample request', 50, 'sample_input'),
  ]);
  return \`form: \${form?.action ?? 'none'}, model: \${text ?? 'none'}\`;
}`,
  ask_for_context: `async (args, { elicit }) => {
  const answer = await elicit(
    'What context should the prompt use?',
    { type: 'object', properties: { context: { type: 'string' } }, required: ['context'] },
    'user_context',
  );
  return \`Please work with this context: \${answer?.content?.context ?? 'none'}\`;
}`,
  read_template: `({ id }) => ({ id: String(id), templateTest: true, data: \`Data for ID: \${id}\` })`,
  touch_watched_resource: `async (args, { updated }) => {
  await updated('test://watched-resource');
  return 'Told.';
}`,
  read_watched_resource: `() => 'Watched resource content'`,
  test_custom_headers: `({ region }) => \`Region: \${region}\``,
  json_schema_2020_12_tool: `(args) => args`,
};

function confirmation(word: string): string {
  return `async (args, { elicit }) => {
  const answer = await elicit(
    'Please confirm',
    { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
    'confirm',
  );
  return \`${word}: \${answer?.content?.ok}\`;
}`;
}

/** Asks with a schema and says what came back. */
function elicitation(schema: object): string {
  return `async (args, { elicit }) => {
  const answer = await elicit(String(args.message), ${JSON.stringify(schema)});
  if (answer === null) throw new Error('This client cannot ask its user.');
  return \`Elicitation completed: action=\${answer.action}, content=\${JSON.stringify(answer.content)}\`;
}`;
}

const titled = (names: string[]) =>
  names.map((name, index) => ({ const: `value${index + 1}`, title: `${name} Option` }));

const ASKING = {
  test_elicitation: elicitation({
    type: 'object',
    properties: {
      username: { type: 'string', description: "User's response" },
      email: { type: 'string', description: "User's email address" },
    },
    required: ['username', 'email'],
  }),
  test_elicitation_sep1034_defaults: elicitation({
    type: 'object',
    properties: {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    },
  }),
  test_elicitation_sep1330_enums: elicitation({
    type: 'object',
    properties: {
      untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
      titledSingle: { type: 'string', oneOf: titled(['First', 'Second', 'Third']) },
      legacyEnum: {
        type: 'string',
        enum: ['opt1', 'opt2', 'opt3'],
        enumNames: ['Option One', 'Option Two', 'Option Three'],
      },
      untitledMulti: {
        type: 'array',
        items: { type: 'string', enum: ['option1', 'option2', 'option3'] },
      },
      titledMulti: { type: 'array', items: { anyOf: titled(['First', 'Second', 'Third']) } },
    },
  }),
  test_sampling: `async ({ prompt }, { sample }) => {
  const text = await sample(String(prompt), 100);
  if (text === null) throw new Error('This client has no model to ask.');
  return \`LLM response: \${text}\`;
}`,
};

/** The module of each tool, by its name. */
export const SOURCES: Record<string, string> = Object.fromEntries(
  Object.entries({ ...toFunctions(CONTENT), ...CODE, ...ASKING }).map(([name, run]) => [
    name,
    `import type { ToolFunction } from '../runtime/definition.ts';

const run: ToolFunction = ${run};

export default run;
`,
  ]),
);

function toFunctions(contents: Record<string, object[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(contents).map(([name, content]) => [
      name,
      `() => (${JSON.stringify({ content })})`,
    ]),
  );
}

const text = { type: 'string' };

/** Where a tool takes arguments, or asks more of its client. */
export const DETAILS: Record<string, Partial<Tool>> = {
  test_missing_capability: { requires: ['sampling'] },
  test_sampling: {
    inputSchema: { type: 'object', properties: { prompt: text }, required: ['prompt'] },
  },
  test_elicitation: {
    inputSchema: { type: 'object', properties: { message: text }, required: ['message'] },
  },
  read_template: {
    inputSchema: { type: 'object', properties: { id: text }, required: ['id'] },
  },
  test_custom_headers: {
    inputSchema: {
      type: 'object',
      properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
      required: ['region'],
    },
  },
  json_schema_2020_12_tool: {
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'addressDef',
          type: 'object',
          properties: { street: text, city: text },
        },
      },
      properties: {
        name: text,
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: text,
        email: text,
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // eslint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
  },
};
