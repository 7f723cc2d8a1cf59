import { readPathNotation } from '#app/extraction/reading/path-notation.ts';
import type { EndpointSketch, ParameterSketch } from '#app/extraction/reading/sketch.ts';

import { IS_VERB, RESOURCE, VERB } from './find-route-statements.ts';
import type { Statement } from './find-route-statements.ts';
import { readRequestInputs } from './read-request-inputs.ts';
import type { ReadType } from './read-types.ts';
import { readRouteNote } from './route-note.ts';
import { readSignature } from './signature.ts';

const METHOD = /\b(?:GET|POST|PUT|PATCH|DELETE)\b/g;

/** The endpoints of a statement: one, one for each method, or those of a resource. */
export function readRouteStatement(
  statement: Statement,
  text: string,
  prefix: readonly string[],
  types: readonly ReadType[],
): EndpointSketch[] {
  const { word, path, rest, comment, block, receiver } = statement;
  if (path === '*') return [];
  if (new RegExp(`^(?:${RESOURCE}|register)$`).test(word)) return readResource(statement, prefix);
  const body = block && IS_VERB.test(word) ? text.slice(...block) : receiver === '' ? '' : rest;
  const chained = [
    ...rest.matchAll(new RegExp(String.raw`\b(${VERB})\(\s*(?:\w+(?:::|\.))*(\w*)`, 'g')),
  ];
  const handler =
    /(?:\bto:\s*["'][\w/]+#|\bviews\.|@|(?<!:):|::class,\s*["'])(?!:)(\w+)/.exec(
      rest.replace(/\s(?:#|\/\/).*$/gm, ''),
    )?.[1] ?? '';
  const last =
    receiver === '' ? '' : (/,\s*(?:[\w$]+\.)*([A-Za-z_$][\w$]*)\s*$/.exec(rest)?.[1] ?? '');
  const stated = [...comment.matchAll(METHOD)].map(([method]) => method);
  const named =
    /(?:methods?|via)\s*(?::|=>?|\()\s*\[?([^\])]*)/i
      .exec(rest)?.[1]
      ?.toUpperCase()
      .match(METHOD) ?? [];
  const offered: { method: string; handler: string }[] = IS_VERB.test(word)
    ? [{ method: word.toUpperCase(), handler: last || handler }]
    : chained.length > 0
      ? chained.map(([, method = '', name = '']) => ({
          method: method.toUpperCase(),
          handler: name,
        }))
      : [
          ...new Set(
            named.length > 0
              ? named
              : stated.length > 0
                ? stated
                : isView(statement)
                  ? ['GET']
                  : [],
          ),
        ].map((method) => ({ method, handler }));
  return offered.map((each) =>
    toSketch(each, [...prefix, path], body, comment, offered.length, types),
  );
}

/** A Django path that is not a mount. */
function isView({ word, rest }: Statement): boolean {
  return /^(?:path|re_path|url)$/.test(word) && /^\s*,\s*[\w.]+/.test(rest);
}

function toSketch(
  { method, handler }: { method: string; handler: string },
  path: readonly string[],
  body: string,
  comment: string,
  count: number,
  types: readonly ReadType[] = [],
): EndpointSketch {
  const place = readPathNotation(join(path));
  const note = readRouteNote(comment, method);
  const own =
    count > 1 && method === 'GET'
      ? note.parameters.filter((each) => each.in !== 'body')
      : note.parameters;
  const known = new Set([...place.path, ...place.query, ...own].map(({ name }) => name));
  const inputs = [...typedInputs(body, types), ...readRequestInputs(body, method)].filter(
    ({ name }) => !known.has(name),
  );
  const parameters = [...place.path, ...place.query, ...own, ...inputs];
  return {
    method,
    url: place.url,
    parameters: [...new Map(parameters.map((each) => [each.name, each])).values()],
    ...(parameters.some((each) => each.in === 'body') ? { body: 'json' as const } : {}),
    ...(handler === '' ? {} : { aliases: [handler] }),
    ...(note.title ? { title: note.title } : {}),
  };
}

function join(path: readonly string[]): string {
  const parts = path
    .map((each) =>
      each
        .replace(/^\^/, '')
        .replace(/\$$/, '')
        .replace(/\(\?P<(\w+)>[^()]*\)/g, '{$1}')
        .replace(/^\/+|\/+$/g, ''),
    )
    .filter((each) => each !== '');
  return `/${parts.join('/')}`;
}

const ACTIONS: readonly [names: RegExp, method: string, isOne: boolean][] = [
  [/^(?:index|list)$/, 'GET', false],
  [/^(?:show|retrieve)$/, 'GET', true],
  [/^(?:create|store)$/, 'POST', false],
  [/^(?:update|partial_update)$/, 'PATCH', true],
  [/^(?:destroy|delete)$/, 'DELETE', true],
];

/** `resources :shows, only: [:index, :show]`. */
function readResource(
  { path, rest, block, comment }: Statement,
  prefix: readonly string[],
): EndpointSketch[] {
  const only = /\bonly(?::|'?\s*=>|\()\s*(?:%i)?\[?([^\])]*)/.exec(rest)?.[1];
  const except = /\bexcept(?::|'?\s*=>|\()\s*(?:%i)?\[?([^\])]*)/.exec(rest)?.[1] ?? '';
  const isNamed = (names: RegExp, list: string) =>
    (list.match(/\w+/g) ?? []).some((each) => names.test(each));
  if (path === '' || (block !== null && only === undefined && except === '' && /^:?$/.test(path)))
    return [];
  return ACTIONS.filter(
    ([names]) => (only === undefined || isNamed(names, only)) && !isNamed(names, except),
  ).map(([, method, isOne]) =>
    toSketch(
      { method, handler: '' },
      [...prefix, path, ...(isOne ? ['{id}'] : [])],
      '',
      /^(?:POST|PATCH)$/.test(method) ? comment : '',
      1,
    ),
  );
}

/** `(int page, OrderDto dto) =>` of a minimal API. */
function typedInputs(body: string, types: readonly ReadType[]): ParameterSketch[] {
  const inner = /^\s*,\s*(?:async\s*)?\(([^()]*)\)\s*=>/.exec(body)?.[1];
  if (inner === undefined || !/[\w\]>?]\s+\w+/.test(inner)) return [];
  return readSignature(inner).flatMap(({ sketch, place, model }) => {
    if (place === 'injected') return [];
    const type = types.find(({ name }) => name !== null && name === model);
    if (type) return type.parameters.map((each) => ({ ...each, in: 'body' as const }));
    return sketch.type ? [{ ...sketch, in: place ?? ('query' as const) }] : [];
  });
}
