function operation(id: string, security: object[] = []) {
  const answer = {
    description: 'OK',
    content: { 'application/json': { example: { mocked: id }, schema: { type: 'object' } } },
  };
  return { get: { operationId: id, summary: `Call ${id}`, security, responses: { 200: answer } } };
}

/** Description of the API. */
export const UPSTREAM_DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Upstream', version: '1.0.0' },
  servers: [{ url: 'https://upstream.example.net/v1' }],
  paths: {
    '/echo': operation('echo', [{ key: [] }]),
    '/slow': operation('slow'),
    '/huge': operation('huge'),
    '/page': operation('page'),
    '/lie': operation('lie'),
    '/inside': operation('inside'),
    '/broken': operation('broken'),
  },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
};
