import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { ImportRecord } from '#app/blueprint/import-record.ts';

import { numberName } from './number-name.ts';

type Upstream = Blueprint['upstreams'][number];

/** An API that a document names, and the upstream that it is here. */
export interface UpstreamMatch {
  /** With a title that no other API has. */
  fresh: Upstream;
  /** Its title in the document. */
  title: string | undefined;
  /** Id that it has in the server. */
  id: string;
  /** Null: the server does not have it yet. */
  known: Upstream | null;
  recorded: ImportRecord['upstreams'][number] | null;
}

/** Finds the upstreams that earlier imports made of a document's APIs; new ones get ids and titles of their own. */
export function matchUpstreams(
  before: Blueprint,
  fresh: readonly Upstream[],
  sourceId: string,
  record: ImportRecord | null,
): UpstreamMatch[] {
  const own = ownUpstreams(before, sourceId);
  const ids = new Set(before.upstreams.map(({ id }) => id));
  const titles = new Set(before.upstreams.map(({ title }) => title));
  return fresh.map((upstream) => {
    const recorded = record?.upstreams.find(({ key }) => key === upstream.id) ?? null;
    const known =
      own.find(({ id }) => id === recorded?.id) ??
      own.find(({ baseUrl }) => baseUrl === upstream.baseUrl) ??
      own.find(({ id }) => id === upstream.id) ??
      null;
    const { title } = upstream;
    if (known) return { fresh: withTitle(upstream, known), title, id: known.id, known, recorded };
    const id = numberName(upstream.id, (name) => ids.has(name));
    ids.add(id);
    const named = titles.has(upstream.title) ? withHost(upstream) : upstream;
    return { fresh: named, title, id, known, recorded: null };
  });
}

/**
 * The upstreams of an earlier import of a document: those that it noted and that its tools call; where
 * there are none, those that nothing else calls.
 */
export function ownUpstreams(before: Blueprint, sourceId: string): Upstream[] {
  const source = before.sources.find(({ id }) => id === sourceId);
  if (source === undefined) return [];
  const noted = new Set(source.made?.upstreams.map(({ id }) => id));
  const others = new Set<string>();
  for (const { action, origin } of before.tools) {
    if (action.kind === 'code') continue;
    if (origin?.source === sourceId) noted.add(action.upstream);
    else others.add(action.upstream);
  }
  if (noted.size > 0) return before.upstreams.filter(({ id }) => noted.has(id));
  return before.upstreams.filter(({ id }) => !others.has(id));
}

/** A title that tells it from an API of the same one. */
function withHost(upstream: Upstream): Upstream {
  if (upstream.title === undefined) return upstream;
  return { ...upstream, title: `${upstream.title} (${new URL(upstream.baseUrl).host})` };
}

/** The title as it was told from another one's when it was added. */
function withTitle(upstream: Upstream, known: Upstream): Upstream {
  const named = withHost(upstream);
  return known.title === named.title ? named : upstream;
}
