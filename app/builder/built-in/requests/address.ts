import type { JsonValue } from '#app/runtime/definition.ts';
import { toPathShape } from '#app/blueprint/import/curl/path-shape.ts';
import { readScalar } from '#app/blueprint/import/curl/infer-schema.ts';

/** An address that a tool calls. */
export interface Address {
  /** Scheme and host; null where only a path is given. */
  origin: string | null;
  /** `/users/{id}` */
  template: string;
  path: { name: string; example?: JsonValue }[];
  query: { name: string; value?: JsonValue }[];
}

const PARTS = /^(https?:\/\/[^/?#]+)?(\/[^?#]*)?(?:\?([^#]*))?/i;

/** Reads an address or a path; null where it is neither. */
export function readAddress(text: string): Address | null {
  const [, origin, path = '/', query = ''] = PARTS.exec(text) ?? [];
  if (origin === undefined && !text.startsWith('/')) return null;
  // A host that is left open, or that carries a password, is none to be called.
  if (origin !== undefined && (!URL.canParse(origin) || /[@{}<>]/.test(origin))) return null;
  return {
    origin:
      origin === undefined ? null : origin.replace(/^https?/i, (scheme) => scheme.toLowerCase()),
    ...readPath(path),
    query: readQuery(query),
  };
}

function readPath(path: string): Pick<Address, 'template' | 'path'> {
  const isWithin = path
    .split('/')
    .some((segment) => /\{/.test(segment) && !/^\{[^{}]+\}$/.test(segment));
  if (!isWithin) {
    const { template, arguments: found } = toPathShape(path);
    return { template, path: found };
  }
  // An argument is a part of a segment: `/files/{id}.json`.
  const names = [...path.matchAll(/\{([^{}]{1,64})\}/g)].map(([, name = '']) => name);
  return { template: path, path: [...new Set(names)].map((name) => ({ name })) };
}

function readQuery(text: string): Address['query'] {
  const pairs = new Map<string, { name: string; value?: JsonValue }>();
  for (const pair of text.split('&').slice(0, 50)) {
    const [name = '', ...rest] = pair.split('=');
    const value = decode(rest.join('='));
    const isOpen = /^(?:[{<].*[}>]|:\w+|\.\.\.|)$/.test(value);
    const known = decode(name);
    if (known !== '')
      pairs.set(known, { name: known, ...(isOpen ? {} : { value: readScalar(value) }) });
  }
  return [...pairs.values()];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
