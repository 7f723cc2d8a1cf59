import { readPathNotation } from '#app/extraction/reading/path-notation.ts';
import type { EndpointSketch, ParameterSketch } from '#app/extraction/reading/sketch.ts';

import { linesOf } from './found.ts';
import type { Found, Span } from './found.ts';
import { methodsOf, hasBody } from './route-methods.ts';
import { readType, readTypeBody } from './type-notation.ts';

const ONE = '(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|ANY)';
const SOME = String.raw`(?<methods>${ONE}(?:[ \t]*[|,/+&][ \t]*${ONE})*)`;
/** Rows of frameworks' route listings. */
const ROWS: readonly RegExp[] = [
  // Gin: [GIN-debug] GET /wells/:id --> main.getWell (3 handlers)
  new RegExp(
    String.raw`^\s*(?:\[[\w-]+\]\s+)?${SOME}\s+(?<path>\/\S*)\s+-->\s+(?<handler>[\w.*()\/-]+)(?:\s+\(\d+ handlers?\))?\s*$`,
  ),
  // Spring: {GET [/shipments/{id}], produces […]}: get(Long)
  new RegExp(
    String.raw`^.{0,200}?\{${SOME}\s*\[(?<path>\/[^\]]*)\][^:]{0,200}:\s*(?<handler>[\w$]+)\((?<types>[^)]*)\)\s*$`,
  ),
  // Laravel: GET|HEAD api/games .... games.index › GameController@index
  new RegExp(
    String.raw`^\s*${SOME}\s+(?<path>[\w/{}?.:-]+?)\s+\.{2,}\s*(?:(?<name>[\w.-]+)\s*)?(?:[›>]\s*)?(?<handler>[\w\\]+(?:@\w+)?)?\s*$`,
  ),
  // Rails: animals GET /animals(.:format) animals#index; Phoenix: user_path GET /users/:id AppWeb.UserController :show
  new RegExp(
    String.raw`^\s*(?:(?<name>\w+)\s+)?${SOME}\s+(?<path>\/\S*)\s+(?<handler>[\w/:]+#\w+|[\w.]*[A-Z][\w.]*\s+:\w+)(?:\s+\{.*\})?\s*$`,
  ),
  // Next.js: app/api/recipes/[slug]/route.ts GET, POST { stars: 1..5 }
  new RegExp(
    String.raw`^\s*(?:[-*]\s+)?\`?(?:[\w.-]+\/)*?(?:app|pages|routes)(?<path>\/[^\s\`]*?)(?:\/(?:\+?(?:route|server|index))|(?<=\/)\+server)?\.[cm]?[jt]sx?\`?\s*(?:[:–—(-]|->|=>|→)?\s*${SOME}\)?(?<rest>.*)$`,
  ),
];
/** `flask routes`: only below its own heading. */
const FLASK = new RegExp(String.raw`^\s*(?<name>[\w.]+)\s+${SOME}\s+(?<path>\/\S*)\s*$`);
const FLASK_HEADING = /^[ \t]*Endpoint[ \t]+Methods?[ \t]+Rule[ \t]*\r?$/m;
/** Lines of such listings without a route. */
const NOISE =
  /^\s*(?:[$%>]\s+\S.*|[-=+|\s]{3,}|Endpoint\s+Methods?\s+Rule|Prefix\s+Verb\s+URI Pattern.*|Showing \[\d+\] routes|\d{4}-\d\d-\d\d[ T]\d\d:\d\d.*|\[[\w-]+-debug\].*|(?:[a-z]\w*\.)+[A-Z]\w*:)\s*$/;

/** Reads frameworks' route listings: Rails, Laravel, Flask, Gin, Spring, Next.js and others. */
export function readRoutePrints(text: string): Found {
  const rows = FLASK_HEADING.test(text) ? [...ROWS, FLASK] : ROWS;
  const lines = linesOf(text);
  const read = lines.map((line) => readRow(line.text, rows));
  const endpoints = read.flatMap((sketches, index) =>
    sketches.map((sketch) => ({ at: lines[index]?.at ?? 0, sketch })),
  );
  const spans: Span[] = [];
  if (endpoints.length === 0) return { endpoints, spans };
  for (const [index, line] of lines.entries()) {
    const isNear = read.slice(Math.max(0, index - 2), index + 4).some((row) => row.length > 0);
    if ((read[index]?.length ?? 0) > 0 || (isNear && NOISE.test(line.text)))
      spans.push([line.at, line.at + line.text.length]);
  }
  return { endpoints, spans };
}

function readRow(line: string, rows: readonly RegExp[]): EndpointSketch[] {
  if (line.length > 1_000 || !/\b(?:GET|POST|PUT|PATCH|DELETE|ANY)\b/.test(line)) return [];
  const found = rows.map((row) => row.exec(line)?.groups).find((groups) => groups !== undefined);
  if (!found) return [];
  const { methods = '', path = '', handler = '', name = '', types = '', rest = '' } = found;
  const address = readPathNotation(
    path.split(/\s*\|\|\s*/)[0]?.replace(/\/\([\w.-]+\)/g, '') ?? '',
  );
  const inner = /\{([\s\S]*)\}/.exec(rest)?.[1];
  const stated: ParameterSketch[] = inner === undefined ? [] : readTypeBody(inner);
  const queried = inner === undefined ? /\?\S+/.exec(rest)?.[0] : undefined;
  const query = [...address.query, ...(queried ? readPathNotation(`/${queried}`).query : [])];
  const models = types
    .split(',')
    .map((type) => type.trim().replace(/^.*[.\s]/, ''))
    .filter((type) => /^[A-Z]/.test(type) && readType(type) === null);
  const action =
    handler
      .trim()
      .split(/[#@.:\s]+/)
      .findLast((each) => each !== '' && /\w/.test(each)) ?? '';
  const aliases = [...new Set([action, handler.trim(), name, ...models])].filter(
    (each) => each !== '',
  );
  const offered = methodsOf(methods);
  const isShared = !offered.some((method) => hasBody(method));
  return offered.map((method) => {
    // Fields after several methods are the body of those that have one.
    const place = hasBody(method) ? ('body' as const) : ('query' as const);
    const own = hasBody(method) || isShared ? stated.map((each) => ({ ...each, in: place })) : [];
    return {
      method,
      url: address.url,
      parameters: [...address.path, ...query, ...own],
      ...(own.length > 0 && place === 'body' ? { body: 'json' as const } : {}),
      ...(aliases.length > 0 ? { aliases } : {}),
    };
  });
}
