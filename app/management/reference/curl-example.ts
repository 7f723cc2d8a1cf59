import type {
  ApiDocument,
  ApiSchema,
  DescribedOperation,
} from '#app/management/document/api-document.ts';

/** The command that calls an operation with its examples, for a shell. */
export function curlExample(
  document: ApiDocument,
  { method, path, operation }: { method: string; path: string; operation: DescribedOperation },
): string {
  const [server] = document.servers;
  const example = exampleOf(document, operation);
  const lines = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"${server?.url}${fillPath(path, operation)}"`,
    '-H "Authorization: Bearer $MCP_BUILDER_KEY"',
    ...operation.parameters
      .filter((parameter) => parameter.in === 'header')
      .map(({ name }) => `-H "${name}: $(uuidgen)"`),
    ...(example === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(example)}'`]),
    ...(path.endsWith('.zip') ? ['-o project.zip'] : []),
  ];
  return lines.join(' \\\n  ');
}

function fillPath(path: string, { parameters }: DescribedOperation): string {
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, { name, example }) => text.replace(`{${name}}`, String(example)), path);
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, example }) => `${name}=${String(example)}`);
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
}

function exampleOf(document: ApiDocument, { requestBody }: DescribedOperation): unknown {
  const schema = requestBody?.content['application/json']?.schema;
  return schema && componentOf(document, schema).examples?.[0];
}

/** The schema that a reference leads to, or the schema itself. */
export function componentOf({ components }: ApiDocument, schema: ApiSchema): ApiSchema {
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  return components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? schema;
}
