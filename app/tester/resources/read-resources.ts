import { hasHidden } from '#app/blueprint/import/text/visible-text.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

/** A resource or a template as a server lists it. */
export interface ListedResource {
  kind: 'resource' | 'template';
  /** Its place in the list: addresses may repeat. */
  key: string;
  /** Of a template with its variables. */
  uri: string;
  name: string;
  description: string | null;
  mimeType: string | null;
  bytes: number | null;
  hasHidden: boolean;
  definition: JsonObject;
}

/** Reads `resources/list` and `resources/templates/list`; nothing is left out. */
export function readResources(
  resources: readonly JsonObject[],
  templates: readonly JsonObject[],
): readonly ListedResource[] {
  return [
    ...resources.map((item, index) => readOne('resource', item, index, 'uri')),
    ...templates.map((item, index) => readOne('template', item, index, 'uriTemplate')),
  ];
}

function readOne(
  kind: ListedResource['kind'],
  item: JsonObject,
  index: number,
  address: string,
): ListedResource {
  const uri = textOf(item[address]) ?? '';
  const name = textOf(item['title']) ?? textOf(item['name']) ?? uri;
  const description = textOf(item['description']);
  const { size } = item;
  return {
    kind,
    key: `${kind} ${index}`,
    uri,
    name,
    description,
    mimeType: textOf(item['mimeType']),
    bytes: typeof size === 'number' ? size : null,
    hasHidden: hasHidden(uri) || hasHidden(name) || hasHidden(description ?? ''),
    definition: item,
  };
}

/** Those that hold every word of the query, in name, address or description. */
export function findResources(
  all: readonly ListedResource[],
  query: string,
): readonly ListedResource[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter(({ name, uri, description }) => {
    const text = `${name}\n${uri}\n${description ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
