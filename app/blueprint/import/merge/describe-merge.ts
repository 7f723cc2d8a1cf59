import type { MergedTools } from './merge-imported-tools.ts';
import type { MergedUpstream } from './merge-upstreams.ts';
import type { UpstreamMatch } from './match-upstreams.ts';

/** Names in one sentence; the rest is counted. */
const MAX_NAMED = 20;

/** Says where the server is not as the document has it, and why; for people and models. */
export function describeMerge(
  { tools, removed, orphaned }: MergedTools,
  upstreams: readonly MergedUpstream[],
  matches: readonly UpstreamMatch[],
  leftOut: readonly string[],
): string[] {
  const edited = tools.flatMap(({ tool, edited: aspects }) =>
    aspects.length === 0 ? [] : [`${tool.name} (${aspects.join(', ')})`],
  );
  return [
    ...tell('Edited here, so not as the document has it', edited),
    ...upstreams.flatMap(({ upstream, edited: aspects }) =>
      tell(`The API "${upstream.id}" stays as it was edited here`, aspects),
    ),
    ...tell('Removed here, so not added again', leftOut).map(
      (sentence) => `${sentence} An import of only these operations adds them.`,
    ),
    ...tell('No longer in the document, so removed', removed),
    ...tell('No longer in the document, but edited or used here, so they stay', orphaned),
    ...matches.flatMap(({ fresh, title, known }) =>
      known || title === fresh.title
        ? []
        : [
            `Another API has the title "${title}" already; this one is added beside it as "${fresh.title}".`,
          ],
    ),
  ];
}

function tell(what: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const left = names.length - MAX_NAMED;
  const rest = left > 0 ? ` and ${left} more` : '';
  return [`${what}: ${names.slice(0, MAX_NAMED).join(', ')}${rest}.`];
}
