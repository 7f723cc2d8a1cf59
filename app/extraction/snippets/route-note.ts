import { readPathNotation } from '#app/extraction/reading/path-notation.ts';
import type { ParameterSketch, ParameterPlace } from '#app/extraction/reading/sketch.ts';

import { hasBody } from './route-methods.ts';
import { readTypeBody } from './type-notation.ts';

/** Information from the comment beside a route. */
export interface RouteNote {
  parameters: ParameterSketch[];
  title: string | null;
}

const NAME = String.raw`[A-Za-z_$][\w$]*\??(?:\s*:\s*[\w[\]|]+)?`;
const LISTED = new RegExp(
  String.raw`^(?:(?:(query|body|json|params?|takes|expects)\b\s*:?|\w+:(?=\s*[{(]))\s*)?\(?\s*(${NAME}(?:\s*(?:,|\band\b)\s*${NAME})*)\s*\)?$`,
  'i',
);

/**
 * Reads `?room=&type=`, `{ on: boolean }`, `params[:room]`, `query: a, b`, `song, listener`, or else a title.
 */
export function readRouteNote(comment: string, method: string): RouteNote {
  const said = comment.replace(
    /^(?:(?:GET|POST|PUT|PATCH|DELETE)\b(?:\s*[,/|]\s*)?)+(?:\s*only\b)?[\s,:–-]*/,
    '',
  );
  const place: ParameterPlace = hasBody(method) ? 'body' : 'query';
  const query = [...said.matchAll(/(?:^|[\s,(])(\?[\w.[\]-]+[^\s]*)/g)].flatMap(
    ([, each = '']) => readPathNotation(`/${each}`).query,
  );
  const indexed = [...said.matchAll(/\bparams\[\s*[:"']?(\w+)/g)].map(([, name = '']) => ({
    name,
    in: place,
  }));
  const inner = /\{(.*)\}/s.exec(said)?.[1];
  const body = readTypeBody(inner ?? '').map((each) => ({ ...each, in: place }));
  const [, kind = '', list = ''] = LISTED.exec(said.trim()) ?? [];
  const isList = kind !== '' || /,|\band\b/.test(list);
  const stated: ParameterPlace = /^q/i.test(kind)
    ? 'query'
    : /^(?:b|j)/i.test(kind)
      ? 'body'
      : place;
  const listed = isList
    ? readTypeBody(list.replace(/\s+and\s+/g, ', ')).map((each) => ({ ...each, in: stated }))
    : [];
  const parameters = [...query, ...indexed, ...body, ...listed];
  const isTitle = parameters.length === 0 && /[a-z]{2,}\s+\S/i.test(said) && !/[;{}]|=>/.test(said);
  return { parameters, title: isTitle ? said.slice(0, 200) : null };
}
