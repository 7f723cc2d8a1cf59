import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { DEFAULT_POLICIES } from '#app/blueprint/blueprint.ts';

const CODE = `import type { JsonObject, JsonValue, ToolContext, ToolResult } from '../runtime/definition.ts';

/** Asks for one book and says how old it is. */
export default async function run(
  args: JsonObject,
  context: ToolContext,
): Promise<JsonValue | ToolResult> {
  const outcome = await context.fetch('library', {
    method: 'GET',
    path: \`/books/\${encodeURIComponent(String(args.id))}\`,
    headers: [['accept', 'application/json']],
  });
  if (!outcome.ok) {
    return { content: [{ type: 'text', text: outcome.message }], isError: true };
  }
  return { status: outcome.response.status, id: String(args.id) };
}
`;

/** As models write it: without types. It fails unless the mock answers as it was told to. */
const UNTYPED_CODE = `export default async (args, context) => {
  const list = await context.json('library', { path: '/shelves', query: { floor: args.floor } });
  const closed = await context.json('library', { path: '/closed' });
  if (list.shelves.length !== args.floor) throw new Error('The mock was told otherwise.');
  const book = await context.callTool('getBook', { id: list.shelves[0].book });
  return { count: list.shelves.length, book: book.structuredContent, closed };
};
`;

/** A small server that uses every part of a blueprint. */
export const libraryBlueprint: Blueprint = {
  schemaVersion: 1,
  identity: {
    name: 'Town.Library',
    title: 'Town library',
    version: '1.2.0',
    description: 'Books of the town library: find, read about, lend.',
    instructions: 'Search before you lend.',
    websiteUrl: 'https://library.example.com/',
  },
  sources: [],
  upstreams: [
    {
      id: 'library',
      title: 'Library API',
      baseUrl: 'https://api.library.example.com/v1',
      allowedHosts: ['api.library.example.com'],
      auth: [
        { id: 'key', kind: 'apiKey', in: 'header', name: 'X-Api-Key', secret: 'LIBRARY_API_KEY' },
        { id: 'token', kind: 'bearer', secret: 'LIBRARY_TOKEN' },
      ],
      security: [['key']],
    },
    {
      id: 'reviews',
      baseUrl: 'https://reviews.example.com/mcp',
      allowedHosts: ['reviews.example.com'],
      auth: [],
      security: [],
    },
  ],
  secrets: [
    { name: 'LIBRARY_API_KEY', scope: 'server', description: 'From the page "My keys".' },
    { name: 'LIBRARY_TOKEN', scope: 'caller' },
  ],
  definitions: {
    Book: {
      type: 'object',
      properties: {
        id: { type: 'integer' },
        title: { type: 'string' },
        sequel: { $ref: '#/$defs/Book' },
      },
      required: ['id', 'title'],
    },
  },
  tools: [
    {
      name: 'getBook',
      title: 'Get a book',
      description: 'Gives one book by its number. Use it after a search.',
      enabled: true,
      annotations: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: { id: { type: 'integer', minimum: 1, description: 'Number of the book.' } },
        required: ['id'],
        additionalProperties: false,
      },
      outputSchema: { $ref: '#/$defs/Book', type: 'object' },
      action: {
        kind: 'http',
        upstream: 'library',
        method: 'GET',
        path: '/books/{id}',
        parameters: [{ argument: 'id', name: 'id', in: 'path', style: 'simple', explode: false }],
        response: { accept: 'application/json' },
        mock: {
          status: 200,
          mediaType: 'application/json',
          body: { id: 7, title: 'The Hobbit' },
        },
      },
      examples: [{ name: 'The Hobbit', arguments: { id: 7 } }],
    },
    {
      name: 'get_book',
      description: 'The same under a name that differs only in punctuation.',
      enabled: true,
      inputSchema: {
        type: 'object',
        properties: { id: { type: 'integer' } },
        required: ['id'],
      },
      action: {
        kind: 'http',
        upstream: 'library',
        method: 'GET',
        path: '/books/{id}',
        parameters: [{ argument: 'id', name: 'id', in: 'path', style: 'simple', explode: false }],
        response: { accept: 'application/json', wrap: true },
      },
    },
    {
      name: 'delete',
      description: 'Takes a book out of the catalogue.',
      enabled: true,
      annotations: { destructiveHint: true },
      inputSchema: {
        type: 'object',
        properties: { body: { $ref: '#/$defs/Book' } },
        required: ['body'],
      },
      action: {
        kind: 'http',
        upstream: 'library',
        method: 'POST',
        path: '/books/removals',
        parameters: [],
        body: {
          argument: 'body',
          contents: [{ mediaType: 'application/json', encoding: 'json' }],
          names: { sequel: 'followed_by' },
        },
        constants: [
          { in: 'query', name: 'reason', value: 'lost book' },
          { in: 'header', name: 'X-Channel', value: 'mcp' },
          { in: 'body', name: 'source', value: { kind: 'model' } },
        ],
        response: {},
      },
    },
    {
      name: 'bookAge',
      description: 'Says how old a book is.',
      enabled: true,
      inputSchema: {
        type: 'object',
        properties: { id: { type: 'integer' } },
        required: ['id'],
      },
      action: { kind: 'code', source: CODE },
      examples: [{ arguments: { id: 7 } }],
    },
    {
      name: 'findReviews',
      description: 'Reviews of a book, from another MCP server.',
      enabled: true,
      inputSchema: {
        type: 'object',
        properties: { title: { type: 'string', minLength: 1 } },
        required: ['title'],
      },
      action: { kind: 'mcp', upstream: 'reviews', tool: 'find_reviews' },
    },
    {
      name: 'tourFloor',
      description: 'The shelves of a floor, and the first book of the first one.',
      enabled: true,
      inputSchema: {
        type: 'object',
        properties: { floor: { type: 'integer', minimum: 1 } },
        required: ['floor'],
      },
      action: { kind: 'code', source: UNTYPED_CODE },
      examples: [{ arguments: { floor: 2 } }],
    },
    {
      name: 'closedShelf',
      description: 'Not served.',
      enabled: false,
      inputSchema: { type: 'object' },
      action: {
        kind: 'http',
        upstream: 'library',
        method: 'GET',
        path: '/closed',
        parameters: [],
        response: {},
      },
    },
  ],
  resources: [
    {
      uri: 'library://rules',
      name: 'rules',
      mimeType: 'text/plain',
      content: { kind: 'text', text: 'Be quiet.' },
    },
    {
      uri: 'library://books/{id}',
      name: 'book',
      mimeType: 'application/json',
      content: { kind: 'tool', tool: 'getBook' },
    },
  ],
  prompts: [
    {
      name: 'recommend',
      description: 'Asks for a book to read.',
      arguments: [{ name: 'genre', required: true }],
      messages: [{ role: 'user', text: 'Recommend a {{genre}} book.' }],
    },
  ],
  policies: DEFAULT_POLICIES,
  mocks: [
    {
      upstream: 'library',
      method: 'GET',
      path: '/shelves',
      status: 200,
      mediaType: 'application/json',
      body: { shelves: [{ book: 7 }] },
    },
    {
      upstream: 'library',
      method: 'GET',
      path: '/shelves',
      when: [{ in: 'query', name: 'floor', value: 2 }],
      status: 200,
      mediaType: 'application/json',
      headers: { 'X-Floor': '2' },
      body: { shelves: [{ book: 7 }, { book: 8 }] },
    },
  ],
};
