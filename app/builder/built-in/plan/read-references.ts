import { blankSpan } from '#app/extraction/reading/blank-span.ts';
import { toClauses } from '#app/extraction/reading/clauses.ts';
import type { MessageReading } from '#app/extraction/reading/read-message.ts';
import type { PlacedEndpoint } from '#app/extraction/reading/sketch.ts';
import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import { liveTools, type WorkModel } from './work-model.ts';

const SENTENCE_END = /[\n;!?]/;

/**
 * Leaves the addresses in requests such as "remove DELETE /x/{id}" to the edits: they refer to tools and
 * define none.
 */
export function readReferences(
  reading: MessageReading,
  model: WorkModel,
  lx: Lexicon,
): MessageReading {
  const { text, endpoints } = reading;
  const normal = (path: string) => path.replace(/\{[^}]*\}/g, '{}').replace(/\/+$/, '');
  const isKnown = ({ sketch }: PlacedEndpoint) =>
    liveTools(model).some(
      ({ method, path, upstream }) =>
        (sketch.method === null || method === sketch.method) &&
        [normal(path), normal(`${upstream?.baseUrl ?? ''}${path}`)].includes(normal(sketch.url)),
    );
  const isReference = (endpoint: PlacedEndpoint) => {
    const { start, end } = endpoint;
    if (end <= start || start >= text.length || endpoint.isQuoted) return false;
    const lead = text.slice(0, start).split(SENTENCE_END).at(-1) ?? '';
    const [tail = ''] = text.slice(start).split(SENTENCE_END);
    const isRemoved = lx
      .rx(String.raw`<remove>(?:\s+(?:<filler>|<tool>|<all>|<list>))*[\s\x60"']*$`)
      .test(lead);
    const isWish = lx.rx('<remove>|<rename>|<describe>|<disable>|<enable>|<confirm>').test(lead);
    return isRemoved || (isKnown(endpoint) && (isWish || lx.rx('<split>|<gone>').test(tail)));
  };
  const defining = endpoints.filter((endpoint) => !isReference(endpoint));
  if (defining.length === endpoints.length) return reading;
  const rest = defining.reduce((left, { start, end }) => blankSpan(left, start, end), text);
  return { ...reading, endpoints: defining, clauses: toClauses(rest, lx) };
}
