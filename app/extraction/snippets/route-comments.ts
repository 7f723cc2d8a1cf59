import { readPathNotation } from '#app/extraction/reading/path-notation.ts';
import type {
  EndpointSketch,
  ParameterSketch,
  ParameterPlace,
} from '#app/extraction/reading/sketch.ts';

import type { Found, Span } from './found.ts';
import { hasBody } from './route-methods.ts';
import { readType } from './type-notation.ts';

const ROUTE =
  /@(?:route|endpoint|http|method)\s+\{?(GET|POST|PUT|PATCH|DELETE)\}?\s+(\S+)|@api\s+\{(\w+)\}\s+(\S+)[ \t]*(.*)|@(get|post|put|patch|delete)\s+(\/\S*)/i;
const TAG =
  /@(\w+)\s+(?:\{([^{}\n]*(?:\{[^{}\n]*\})?)\}\s*)?(\[[^\]\n]*\]|[\w.$-]+)?[ \t]*(?:-[ \t]*)?([^\n@]*)/g;
const TEXTS = /^(?:desc|description|summary|apidescription|apiname)$/i;

/** Reads comments that define a route with tags: JSDoc's `@route`, apiDoc's `@api`. */
export function readRouteComments(text: string): Found {
  const endpoints: Found['endpoints'] = [];
  const spans: Span[] = [];
  for (const [start, end] of findComments(text)) {
    const content = text.slice(start, end).replace(/^[ \t]*\/?\*+\/?[ \t]?/gm, '');
    const sketch = readBlock(content);
    if (!sketch) continue;
    endpoints.push({ at: start, sketch });
    spans.push([start, end]);
  }
  return { endpoints, spans };
}

function findComments(text: string): Span[] {
  const found: Span[] = [];
  let start = text.indexOf('/*');
  while (start !== -1) {
    const close = text.indexOf('*/', start + 2);
    if (close === -1) break;
    found.push([start, close + 2]);
    start = text.indexOf('/*', close + 2);
  }
  return found;
}

function readBlock(content: string): EndpointSketch | null {
  const route = ROUTE.exec(content);
  if (!route) return null;
  const method = (route[1] ?? route[3] ?? route[6] ?? '').toUpperCase();
  const path = readPathNotation(route[2] ?? route[4] ?? route[7] ?? '');
  const parameters = new Map([...path.path, ...path.query].map((each) => [each.name, each]));
  let title = route[5]?.trim() || /^\s*([^@\s][^@\n]*)/.exec(content)?.[1]?.trim() || '';
  for (const [, tag = '', type, name = '', note = ''] of content.matchAll(TAG)) {
    if (TEXTS.test(tag)) title ||= `${name} ${note}`.trim();
    const place = placeOf(tag, name, method);
    if (place === null || name === '') continue;
    const parameter = readTag(name, type, note.trim(), place);
    const known = parameters.get(parameter.name);
    parameters.set(
      parameter.name,
      known
        ? { ...parameter, ...known, ...(parameter.type ? { type: parameter.type } : {}) }
        : parameter,
    );
  }
  const all = [...parameters.values()];
  return {
    method,
    url: path.url,
    parameters: all,
    ...(all.some((each) => each.in === 'body') ? { body: 'json' } : {}),
    ...(title ? { title } : {}),
  };
}

function placeOf(tag: string, name: string, method: string): ParameterPlace | null {
  const kind = tag
    .toLowerCase()
    .replace(/^api/, '')
    .replace(/params?$/, '');
  const spelled = /(?:^|\.)(path|query|body|header|params)(?:\.|$)/.exec(name)?.[1];
  if (kind === 'query') return 'query';
  if (kind === 'body') return 'body';
  if (kind === 'path') return 'path';
  if (kind === 'header') return 'header';
  if (kind !== '' || !/param/i.test(tag)) return null;
  if (spelled === 'params' || spelled === 'path') return 'path';
  if (spelled === 'query' || spelled === 'body' || spelled === 'header') return spelled;
  return hasBody(method) ? 'body' : 'query';
}

/** `{number} [limit=25] text`, `{string} name.query.required text`. */
function readTag(
  written: string,
  type: string | undefined,
  note: string,
  place: ParameterPlace,
): ParameterSketch {
  const isOptional = written.startsWith('[');
  const [left = '', value] = written.replace(/^\[|\]$/g, '').split(/=(.*)/s);
  const parts = left
    .trim()
    .split('.')
    .filter(
      (part) => !/^(?:req|request|path|query|body|header|params|required|optional)$/.test(part),
    );
  const facts = readType((type ?? '').replace(/=$/, '')) ?? {};
  const preset =
    value === undefined
      ? undefined
      : readDefault(value.trim().replace(/^["']|["']$/g, ''), facts.type);
  const optional = isOptional || (type ?? '').endsWith('=') || facts.required === false;
  return {
    name: parts.join('.') || left.trim(),
    in: place,
    ...facts,
    required:
      place === 'path' ||
      !(optional || (place === 'query' && !/\.required/.test(left) && /\./.test(left))),
    ...(preset === undefined ? {} : { default: preset }),
    ...(note === '' ? {} : { description: note }),
  };
}

function readDefault(text: string, type: string | undefined): string | number | boolean {
  if (type === 'boolean') return text === 'true';
  return (type === 'number' || type === 'integer') && Number.isFinite(Number(text))
    ? Number(text)
    : text;
}
