import { splitPasted } from '#app/builder/models/split-pasted.ts';
import { readMessage } from '#app/extraction/reading/read-message.ts';
import type { EndpointSketch } from '#app/extraction/reading/sketch.ts';
import { lexiconFor } from '#app/extraction/vocabulary/lexicon.ts';

/** A request that the person describes, and the parameters that they name for it. */
export interface AskedRequest {
  /** Null if not stated. */
  method: string | null;
  /** Absolute, or a path. */
  url: string;
  parameters: string[];
}

/** Names that are written as names: `page_size`, `userId`. */
const WRITTEN_AS_NAME = /^[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)+$|[a-z][A-Z]/;

/**
 * Requests in the person's own words, each with the parameters that are beyond doubt: what stands in the query of an
 * address, in code marks, or is written as a name. Prose names more, and would be misread.
 */
export function listAskedRequests(message: string): AskedRequest[] {
  const { said } = splitPasted(message);
  if (said === '') return [];
  return readMessage(said, lexiconFor(said)).endpoints.flatMap(({ sketch, isQuoted }) => {
    const parameters = isQuoted ? [] : listNames(sketch, said);
    return parameters.length === 0 ? [] : [{ method: sketch.method, url: sketch.url, parameters }];
  });
}

function listNames({ url, parameters }: EndpointSketch, said: string): string[] {
  return parameters.flatMap((parameter) => {
    const { name, isLoose } = parameter;
    // A placeholder may be called anything: the path shows that it is there.
    if (isLoose === true || url.includes(`{${name}}`)) return [];
    return isWrittenIn(said, name) ? [name] : [];
  });
}

function isWrittenIn(text: string, name: string): boolean {
  const forms = [`?${name}=`, `&${name}=`, `\`${name}\``];
  if (forms.some((form) => text.includes(form))) return true;
  return WRITTEN_AS_NAME.test(name) && text.includes(name);
}

/** The parameters that the person names for a request at this address. */
export function namedFor(
  asked: readonly AskedRequest[],
  request: { method: string; url: string },
): string[] {
  const shape = toShape(request.url);
  const meant = asked.filter(({ method, url }) => {
    if (method !== null && method !== request.method) return false;
    const wanted = toShape(url);
    return url.startsWith('/') ? shape.endsWith(wanted) : shape === wanted;
  });
  return [...new Set(meant.flatMap(({ parameters }) => parameters))];
}

/** An address without its scheme, its query and the names of its placeholders. */
function toShape(url: string): string {
  const [address = ''] = url.split('?');
  return address
    .replace(/^https?:\/\//i, '')
    .replaceAll(/\{[^{}/]*\}|(?<=\/):\w+/g, '{}')
    .replace(/\/$/, '')
    .toLowerCase();
}
