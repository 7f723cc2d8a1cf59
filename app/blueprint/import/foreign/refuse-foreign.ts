import { refuse } from '#app/blueprint/import/import-failure.ts';
import type { ImportFailure } from '#app/blueprint/import/import-failure.ts';
import { FORMATS } from '#app/blueprint/import/formats.ts';
import { objectAt, own } from '#app/blueprint/import/json-object.ts';
import { TextStart } from '#app/blueprint/import/text/text-start.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

import { FOREIGN_MARKUP, FOREIGN_ROOTS } from './formats.ts';

type Refusal = { ok: false } & ImportFailure;

/** Import cURL commands, … or a Postman collection (version 2.0 or 2.1) instead. */
const NEXT = `Import ${nameFormats()} instead.`;

/** Other JSON that people have beside their API, and what tells it. */
const OTHER_ROOTS: readonly [label: string, isRoot: (root: JsonObject) => boolean][] = [
  ['a Postman environment', (root) => Object.hasOwn(root, '_postman_variable_scope')],
  ['a Google discovery document', (root) => Object.hasOwn(root, 'discoveryVersion')],
  ['a HAR recording', (root) => Object.hasOwn(objectAt(root, 'log') ?? {}, 'entries')],
  [
    'a GraphQL introspection result',
    (root) => Object.hasOwn(objectAt(root, 'data') ?? root, '__schema'),
  ],
  ["an MCP client's configuration", (root) => Object.hasOwn(root, 'mcpServers')],
  ['a JSON Schema', (root) => Object.hasOwn(root, '$schema')],
];

/** How GraphQL may begin that is not told from TypeScript by its beginning alone. */
const GRAPHQL = /^(?:schema|type|interface|input|enum|scalar)\b[^:]*\{/;

/** Refuses texts that are surely something else, before a parser stumbles over them. */
export function foreignText(source: string): Refusal | null {
  const text = new TextStart(source);
  const known = FOREIGN_MARKUP.find(({ detect }) => detect(text));
  if (known?.id === 'html') return refuseHtml(source);
  const start = text.source.slice(0, 2_000);
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
  const keys = new Set(Object.keys(root));
  const known = FOREIGN_ROOTS.find(({ isRoot }) => isRoot(keys));
  return known?.label ?? OTHER_ROOTS.find(([, isRoot]) => isRoot(root))?.[0] ?? null;
}

function nameFormats(): string {
  const names = FORMATS.map(({ label, versions }) => (versions ? `${label} (${versions})` : label));
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
