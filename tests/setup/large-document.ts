const PROPERTIES = 60;

/** An OpenAPI document in JSON of at least so many bytes: many operations, each with a large answer. */
export function largeDocument(bytes: number): string {
  const paths: Record<string, object> = {};
  const one = JSON.stringify(operation(0)).length;
  for (let index = 0; index * one < bytes; index += 1)
    paths[`/things${index}/{id}`] = operation(index);
  return JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Large', version: '1.0.0' },
    servers: [{ url: 'https://large.example.net' }],
    paths,
  });
}

function operation(index: number): object {
  const names = Array.from({ length: PROPERTIES }, (_, at) => `field_${index}_${at}`);
  const properties = Object.fromEntries(
    names.map((name) => [name, { type: 'string', description: `The ${name} of it. `.repeat(8) }]),
  );
  const example = Object.fromEntries(names.map((name) => [name, `value of ${name}`]));
  return {
    get: {
      operationId: `get_thing_${index}`,
      summary: `Gets thing ${index}`,
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      responses: {
        200: {
          description: 'OK',
          content: { 'application/json': { schema: { type: 'object', properties }, example } },
        },
      },
    },
  };
}
