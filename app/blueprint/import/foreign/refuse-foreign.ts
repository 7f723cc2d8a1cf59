import { refuse } from '#app/blueprint/import/import-failure.ts';
import type { ImportFailure } from '#app/blueprint/import/import-failure.ts';
import { isObject, objectAt, own } from '#app/blueprint/import/json-object.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

import { FOREIGN_MARKUP } from './formats.ts';

type Refusal = { ok: false } & ImportFailure;

const NEXT =
  'Import an OpenAPI document instead (JSON or YAML, version 2.0, 3.0, 3.1 or 3.2), or a Postman collection (2.0 or 2.1).';

/** How GraphQL may begin that is not told from TypeScript by its beginning alone. */
const GRAPHQL = /^(?:schema|type|interface|input|enum|scalar)\b[^:]*\{/;

/** Refuses texts that are surely something else, before a parser stumbles over them. */
export function foreignText(source: string): Refusal | null {
  const known = FOREIGN_MARKUP.find(({ detect }) => detect(source));
  if (known?.id === 'html') return refuseHtml(source);
  const start = source.slice(0, 2_000).trimStart();
  const kind =
    known?.label ?? (start.startsWith('<') ? 'XML' : GRAPHQL.test(start) && 'a GraphQL schema');
  return kind ? refuse('unsupported', `This is ${kind}, not an OpenAPI document. ${NEXT}`) : null;
}

function refuseHtml(source: string): Refusal {
  // Swagger UI and Redoc pages name the document that they show.
  const link =
    /(?:\burl["']?\s*[:=]|\bspec-url=|\bdata-url=)\s*["']([^"'\s]{1,500})["']/.exec(source) ??
    /href=["']([^"'\s]{1,500}\.(?:json|ya?ml))["']/.exec(source);
  const hint = link?.[1]
    ? `The page names "${link[1]}": import that address.`
    : 'Look on the page for a link such as openapi.json or swagger.yaml and import that.';
  return refuse(
    'unreadable',
    `This is an HTML page (line 1, column 1), not an OpenAPI document. ${hint}`,
  );
}

/** Refuses other formats that are JSON or YAML too, by name; null where it may be OpenAPI. */
export function foreignFormat(root: JsonObject): Refusal | null {
  if (own(root, 'openapi') !== undefined || own(root, 'swagger') !== undefined) return null;
  const kind = foreignKind(root);
  if (kind) return refuse('unsupported', `This is ${kind}, not an OpenAPI document. ${NEXT}`);
  const keys = Object.keys(root)
    .slice(0, 5)
    .map((key) => `"${key.slice(0, 40)}"`);
  const has = keys.length > 0 ? `it has ${keys.join(', ')}` : 'it has nothing';
  return refuse(
    'unsupported',
    `This is not an OpenAPI document: its root has neither "openapi" nor "swagger" (${has}). ${NEXT}`,
  );
}

function foreignKind(root: JsonObject): string | null {
  if (own(root, '_postman_variable_scope') !== undefined) return 'a Postman environment';
  if (own(root, 'requests') !== undefined && own(root, 'order') !== undefined) {
    return 'a Postman collection of version 1';
  }
  if (own(root, 'asyncapi') !== undefined) return 'an AsyncAPI document';
  if (own(root, 'arazzo') !== undefined) return 'an Arazzo description';
  if (own(root, 'overlay') !== undefined) return 'an OpenAPI Overlay';
  if (own(root, 'swaggerVersion') !== undefined) return 'a Swagger 1.x document';
  if (own(root, 'discoveryVersion') !== undefined) return 'a Google discovery document';
  if (isObject(own(root, 'log')) && objectAt(root, 'log')?.['entries']) return 'a HAR recording';
  const data = objectAt(root, 'data') ?? root;
  if (own(data, '__schema') !== undefined) return 'a GraphQL introspection result';
  if (own(root, 'mcpServers') !== undefined) return "an MCP client's configuration";
  if (own(root, '$schema') !== undefined) return 'a JSON Schema';
  return null;
}
