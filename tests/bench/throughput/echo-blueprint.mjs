/** The same tool, answered by an API that says its headers again: `tests/fakes/upstream.ts`. */
export const ECHO_UPSTREAM = { id: 'api', baseUrl: 'https://upstream.example.net/v1' };
export const HTTP_ECHO_TOOL = {
  name: 'echo',
  description: 'Says it again.',
  enabled: true,
  inputSchema: {
    type: 'object',
    properties: { message: { type: 'string' } },
    required: ['message'],
  },
  action: {
    kind: 'http',
    upstream: ECHO_UPSTREAM.id,
    method: 'GET',
    path: '/echo',
    parameters: [
      { argument: 'message', name: 'x-message', in: 'header', style: 'simple', explode: false },
    ],
    response: {},
  },
};

/** The smallest server there can be: one tool that says its argument again. */
export const ECHO_BLUEPRINT = {
  schemaVersion: 1,
  identity: { name: 'echo', version: '1.0.0' },
  sources: [],
  upstreams: [],
  secrets: [],
  definitions: {},
  tools: [
    {
      name: 'echo',
      description: 'Says it again.',
      enabled: true,
      inputSchema: {
        type: 'object',
        properties: { message: { type: 'string' } },
        required: ['message'],
      },
      action: {
        kind: 'code',
        source: 'export default (args: Record<string, unknown>) => String(args.message);',
      },
    },
  ],
  resources: [],
  prompts: [],
};
