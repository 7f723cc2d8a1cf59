import type { Reading } from '#app/extraction/reading/sketch.ts';

import { readAnnotatedRoutes } from './annotated-routes.ts';
import { readClientCalls } from './client-calls.ts';
import { blankSpans } from './found.ts';
import type { Found } from './found.ts';
import { findEmptyFences, findLeftovers } from './leftover-code.ts';
import { readRawHttp } from './raw-http.ts';
import { readRequestStatements } from './request-statements.ts';
import { readRouteComments } from './route-comments.ts';
import { readRouteStatements } from './route-statements.ts';
import { readRoutePrints } from './route-prints.ts';
import { readSavedRequests } from './saved-requests.ts';
import { readShellCommands } from './shell-commands.ts';

type Reader = (text: string, known: readonly string[]) => Found;

const NOTATIONS: readonly Reader[] = [
  readSavedRequests,
  readRouteComments,
  readShellCommands,
  readRawHttp,
  readRoutePrints,
];
/** Source code, which leaves lines without information about a request. */
const SOURCES: readonly Reader[] = [
  readAnnotatedRoutes,
  readRouteStatements,
  readClientCalls,
  readRequestStatements,
];
/** Maximum length of code that is read, in characters. */
const MAX_SOURCE = 100_000;
/** The root of an OpenAPI document or a part of one, which other readers handle. */
const DOCUMENT =
  /^[ \t]*["']?(?:openapi|swagger)["']?\s*:\s*["']?\d|^[ \t]*["']?paths["']?:[ \t]*\{?[ \t]*$|^[ \t]*\{\s*["'](?:openapi|swagger)["']/m;

const SECRET =
  /(["'][\w-]*(?:token|key|secret|password|authorization)["']\s*\]?\s*(?:=>|[:=,])\s*["'](?:(?:Bearer|Basic|Token)[ \t]+)?)(?=[^"'\n]*\d)[^"'\s<>{}$]{6,}(?=["'])/gi;

/** Finds code, commands and captured requests in a message and reads their requests. */
export function readSnippets(text: string): Reading {
  if (DOCUMENT.test(text)) return { endpoints: [], rest: text };
  const endpoints: Found['endpoints'] = [];
  let rest = text;
  const take = (read: Reader): boolean => {
    const known = endpoints.map(({ sketch }) => sketch.url);
    const found = read(read === readSavedRequests ? rest : rest.slice(0, MAX_SOURCE), known);
    endpoints.push(...found.endpoints);
    rest = blankSpans(rest, found.spans);
    return found.endpoints.length > 0;
  };
  for (const read of NOTATIONS) take(read);
  const isCode = SOURCES.map((read) => take(read)).includes(true);
  if (isCode)
    rest = blankSpans(
      rest,
      findLeftovers(
        text,
        rest,
        endpoints.map(({ sketch }) => sketch.url),
      ),
    );
  if (endpoints.length > 0) rest = blankSpans(rest, findEmptyFences(text, rest));
  return {
    endpoints: endpoints.toSorted((a, b) => a.at - b.at).map(({ sketch }) => sketch),
    rest: hideSecrets(rest),
  };
}

/** Hides values of names that suggest a credential, in the notations of code. */
function hideSecrets(text: string): string {
  return text.replace(SECRET, (all, lead: string) => lead + ' '.repeat(all.length - lead.length));
}
