import { CREDENTIAL_KINDS } from './credential-kinds.ts';
import { isSample } from './is-sample.ts';
import { findNamedValues } from './named-values.ts';

/** A credential in a text, from the first character of its value to the one behind its last. */
export interface FoundCredential {
  start: number;
  end: number;
  /** With its article: "a Stripe key". */
  kind: string;
  /** The name that a server would give it: `STRIPE_API_KEY`. */
  name: string;
}

/**
 * Finds credentials by their formats, in their order; examples of documentation are none.
 *
 * @returns none that overlaps another one.
 */
export function findByFormat(text: string): FoundCredential[] {
  const found = CREDENTIAL_KINDS.flatMap(({ kind, name, pattern }) =>
    [...text.matchAll(pattern)]
      .filter(([match]) => !isSample(match))
      .map(({ 0: match, index, groups }) => ({
        start: index + (groups?.['kept']?.length ?? 0),
        end: index + match.length,
        kind,
        name,
      })),
  );
  return withoutOverlaps(found);
}

/** The beginning of a description of an API or a schema, whose tokens and passwords are examples. */
const DESCRIPTION = /(?:^|[{,\s])["']?(?:openapi|swagger|asyncapi|\$schema)["']?\s{0,4}:/;

/** Whether a text describes an API or data: what looks like a credential in it is an example. */
export function showsExamples(text: string): boolean {
  return DESCRIPTION.test(text);
}

/** Finds credentials by their formats, and by what a text calls them, in their order. */
export function findCredentials(text: string): FoundCredential[] {
  if (showsExamples(text)) return findByFormat(text);
  const named = findNamedValues(text).map(({ start, end, name, isPassword }) => {
    const kind = isPassword ? 'a password' : /KEY/.test(name) ? 'a key' : 'a token';
    return { start, end, name, kind };
  });
  return withoutOverlaps([...findByFormat(text), ...named]);
}

/** Of those that overlap, the one that came first: a format says more than a name. */
function withoutOverlaps(found: readonly FoundCredential[]): FoundCredential[] {
  const order = found.map((each, rank) => ({ each, rank }));
  order.sort((a, b) => a.each.start - b.each.start || a.rank - b.rank);
  const kept: { each: FoundCredential; rank: number }[] = [];
  for (const next of order) {
    const last = kept.at(-1);
    if (last === undefined || next.each.start >= last.each.end) kept.push(next);
    else if (next.rank < last.rank) kept[kept.length - 1] = next;
  }
  return kept.map(({ each }) => each);
}
