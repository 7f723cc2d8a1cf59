import { toSingular } from '#app/blueprint/words.ts';

import { findRouteStatements, IS_VERB, RESOURCE } from './find-route-statements.ts';
import type { Statement } from './find-route-statements.ts';
import type { Found, Span } from './found.ts';
import { readTypes } from './read-types.ts';
import { Routers } from './routers.ts';
import { readRouteStatement } from './read-route-statement.ts';

/** `path("api/", include("api.urls"))`, in the code or in a sentence. */
const MOUNT = /\b(?:re_)?path\(\s*r?["']([^"'\n]*)["']\s*,\s*include\(/;

/**
 * Reads routes defined by statements, in frameworks of any language: Sinatra, Rails, axum, Ktor, Django,
 * Phoenix, Laravel.
 */
export function readRouteStatements(text: string): Found {
  const routers = new Routers(text);
  const types = readTypes(text);
  const statements = findRouteStatements(text, routers);
  const scopes = statements.flatMap((each) => scopeOf(each, text) ?? []);
  const found: Found = { endpoints: [], spans: [] };
  const spans: Span[] = [];
  const mount = MOUNT.exec(text)?.[1];
  for (const statement of statements) {
    if (mount !== undefined && /\binclude\(/.test(statement.rest)) {
      spans.push([statement.start, statement.end]);
      continue;
    }
    const above = scopes
      .filter(
        ({ start, end, of }) =>
          of !== statement && start <= statement.start && statement.start < end,
      )
      .map(({ prefix }) => prefix);
    const prefix = [
      ...(mount !== undefined && isDjango(statement) ? [mount] : []),
      ...above,
      ...(statement.receiver === '' ? [] : [routers.prefixOf(statement.receiver)]),
    ];
    const scope = scopes.find(({ of }) => of === statement);
    const isPath = scope !== undefined && !new RegExp(`^(?:${RESOURCE})$`).test(statement.word);
    const sketches = isPath ? [] : readRouteStatement(statement, text, prefix, types);
    found.endpoints.push(...sketches.map((sketch) => ({ at: statement.start, sketch })));
    const head = scope ? text.indexOf('{', scope.start) + 1 || scope.start + 1 : statement.end;
    if (sketches.length > 0 || scope) spans.push([statement.from, Math.min(head, statement.end)]);
  }
  const isUsed = ({ name }: { name: string | null }) =>
    name !== null && statements.some(({ rest }) => rest.includes(`${name} `));
  spans.push(...types.filter(isUsed).map(({ start, end }): Span => [start, end]));
  return found.endpoints.length > 0 ? { ...found, spans } : { endpoints: [], spans: [] };
}

function isDjango({ word }: Statement): boolean {
  return /^(?:path|url|re_path|register)$/.test(word);
}

interface Scope {
  start: number;
  end: number;
  prefix: string;
  of: Statement;
}

function scopeOf(statement: Statement, text: string): Scope | null {
  const { word, path, block, rest, end } = statement;
  if (IS_VERB.test(word)) return null;
  const prefix = new RegExp(`^(?:${RESOURCE})$`).test(word)
    ? `${path}/{${toSingular(path)}_id}`
    : path;
  if (block) return { start: block[0], end: block[1], prefix, of: statement };
  // `Route::group('/x', function () { … })`.
  const inner = /(?:function|=>|fn|func)[^{]*\{/.exec(rest);
  if (!inner || !/^(?:group|prefix|scope|route)$/.test(word)) return null;
  return { start: text.indexOf(rest, statement.start) + inner.index, end, prefix, of: statement };
}
