/** Texts that run a script, load a picture or lead away where a page takes them for more than texts. */
export const PAYLOADS: readonly string[] = [
  '<script>globalThis.pwned = 1</script>',
  '<img src=x onerror="globalThis.pwned = 1">',
  '"><svg onload="globalThis.pwned = 1">',
  "'-globalThis.pwned-'",
  '</title></textarea></style><script>globalThis.pwned = 1</script>',
  '[click](javascript:globalThis.pwned=1)',
  '![picture](https://evil.example/x.png)',
  '{{constructor.constructor("globalThis.pwned = 1")()}}',
  '<a href="javascript:globalThis.pwned=1">click</a>',
];

/** Pages that show what a stranger's document says; `:id` is its server. */
export const PAYLOAD_PAGES: readonly string[] = [
  '/',
  '/chats',
  '/showcase',
  '/login?returnUrl=javascript:globalThis.pwned=1',
  '/chat/:id',
  '/chat/:id?tab=tools',
  '/chat/:id?tab=try',
  '/chat/:id?tab=use',
  '/chat/:id?tab=report',
  '/chat/:id?tab=files',
  '/chat/:id?tab=map',
  '/chat/:id?tab=history',
];

const all = PAYLOADS.join(' ');

/** A document with all payloads in each of its fields that is a text. */
export const PAYLOAD_DOCUMENT = {
  openapi: '3.1.0',
  info: {
    title: all,
    description: all,
    version: '1.0.0',
    contact: { name: all, url: 'javascript:globalThis.pwned=1' },
    license: { name: all, url: 'javascript:globalThis.pwned=1' },
  },
  servers: [{ url: 'https://api.example.com', description: all }],
  tags: [{ name: all, description: all }],
  externalDocs: { url: 'javascript:globalThis.pwned=1', description: all },
  paths: {
    '/things/{id}': {
      get: {
        operationId: 'getThing',
        summary: all,
        description: all,
        tags: [all],
        parameters: [
          { name: 'id', in: 'path', required: true, description: all, schema: { type: 'string' } },
          {
            name: '<img src=x onerror="globalThis.pwned = 1">',
            in: 'query',
            description: all,
            schema: { type: 'string', title: all, enum: [...PAYLOADS], default: PAYLOADS[0] },
            example: PAYLOADS[1],
          },
        ],
        responses: {
          200: {
            description: all,
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  title: all,
                  properties: { [PAYLOADS[1] ?? '']: { type: 'string', description: all } },
                },
                example: { text: all },
              },
            },
          },
        },
      },
    },
  },
  components: {
    securitySchemes: { [`key`]: { type: 'apiKey', in: 'header', name: 'X-Key', description: all } },
  },
  security: [{ key: [] }],
};
