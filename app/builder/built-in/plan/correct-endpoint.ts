import { askBack, doneWith, type Effect } from '#app/builder/built-in/edits/effect.ts';
import type { MessageReading } from '#app/extraction/reading/read-message.ts';
import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import { applySketch } from './apply-sketch.ts';
import { liveTools, type WorkModel } from './work-model.ts';

/** Reads "should have been PUT /payees/{id}, sorry": the corrected endpoint of an existing tool. */
export function correctEndpoint(
  model: WorkModel,
  endpoints: MessageReading['endpoints'],
  focus: readonly string[],
  text: string,
  lx: Lexicon,
): Effect | null {
  const [only] = endpoints;
  const method = only?.sketch.method;
  if (
    endpoints.length !== 1 ||
    !only ||
    !method ||
    only.sketch.isBare ||
    !lx.rx('<wrong>').test(text) ||
    lx.rx('<merge>|<split>').test(text)
  )
    return null;
  const normal = (path: string) => path.replace(/\{[^}]*\}/g, '{}').replace(/\/+$/, '');
  const path = only.sketch.url;
  const same = liveTools(model).filter(
    (tool) => normal(path).endsWith(normal(tool.path)) && tool.method !== method,
  );
  const [tool] =
    same.length > 0
      ? same
      : liveTools(model).filter(
          ({ name, method: now }) => focus.length === 1 && focus.includes(name) && now === method,
        );
  if (!tool || !path.startsWith('/')) return null;
  tool.method = method;
  tool.reads = method === 'GET';
  tool.path = path;
  applySketch(tool, only.sketch);
  return doneWith([tool]);
}

/** Calls in log lines: asks which of them is wanted. */
export function findLogged(endpoints: MessageReading['endpoints']): Effect | null {
  const logged = endpoints.filter(({ isLogged }) => isLogged);
  const hosts = new Set(logged.map(({ sketch }) => sketch.url.split('/').slice(0, 3).join('/')));
  if (logged.length < 2 || hosts.size < 2) return null;
  const choices = logged.map(({ sketch }) => `${sketch.method ?? 'GET'} ${sketch.url}`);
  return askBack('The log names several calls. Which one should become a tool?', choices);
}
