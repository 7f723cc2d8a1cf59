/** A document of two groups, whose operations share a definition and authenticate in two ways. */
export function library(paths: Record<string, object> = PATHS): string {
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Library', version: '1.0.0' },
    servers: [{ url: 'https://api.library.example/v1' }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      },
      schemas: {
        Author: { type: 'object', properties: { name: { type: 'string' } } },
        Book: {
          type: 'object',
          properties: {
            title: { type: 'string', maxLength: 80 },
            author: { $ref: '#/components/schemas/Author' },
          },
          required: ['title'],
        },
        Loan: {
          type: 'object',
          properties: {
            book: { $ref: '#/components/schemas/Book' },
            due: { type: 'string', format: 'date' },
          },
        },
      },
    },
  });
}

function answer(name: string): object {
  const schema = { $ref: `#/components/schemas/${name}` };
  return { 200: { description: 'Fine.', content: { 'application/json': { schema } } } };
}

function body(name: string): object {
  const schema = { $ref: `#/components/schemas/${name}` };
  return { required: true, content: { 'application/json': { schema } } };
}

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const token = [{ token: [] }];
const key = [{ key: [] }];

const PATHS: Record<string, object> = {
  '/books': {
    get: {
      operationId: 'listBooks',
      tags: ['Books'],
      summary: 'List all books',
      security: token,
      responses: { 200: { description: 'Fine.' } },
    },
    post: {
      operationId: 'createBook',
      tags: ['Books'],
      summary: 'Add a book to the shelves',
      security: token,
      requestBody: body('Book'),
      responses: answer('Book'),
    },
  },
  '/books/{id}': {
    parameters: [id],
    get: {
      operationId: 'getBook',
      tags: ['Books'],
      summary: 'Get one book',
      security: token,
      responses: answer('Book'),
    },
    delete: {
      operationId: 'deleteBook',
      tags: ['Books', 'Admin'],
      summary: 'Delete a book',
      security: token,
      responses: { 204: { description: 'Gone.' } },
    },
  },
  '/books/{bookId}/loans': {
    parameters: [{ ...id, name: 'bookId' }],
    get: {
      operationId: 'listLoans',
      tags: ['Loans'],
      summary: 'List the loans of a book',
      security: key,
      responses: answer('Loan'),
    },
  },
  '/loans': {
    post: {
      operationId: 'lendBook',
      tags: ['Loans'],
      summary: 'Lend a book to a reader',
      security: key,
      requestBody: body('Loan'),
      responses: answer('Loan'),
    },
  },
};
