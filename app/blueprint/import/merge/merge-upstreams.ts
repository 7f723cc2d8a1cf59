import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { isSameJson } from '#app/blueprint/diff/is-same-json.ts';
import type { ImportRecord } from '#app/blueprint/import-record.ts';
import type { Tool } from '#app/blueprint/tool.ts';

import { findEdited, isAsNoted, notePrints, type Aspects } from './aspects.ts';
import { Fingerprints } from './fingerprints.ts';
import type { UpstreamMatch } from './match-upstreams.ts';

type Upstream = Blueprint['upstreams'][number];
type Scheme = Upstream['auth'][number];

const ASPECTS = ['title', 'address', 'authentication'] as const;
type UpstreamAspect = (typeof ASPECTS)[number];

/** An API of the document as it is in the server now. */
export interface MergedUpstream {
  upstream: Upstream;
  /** Aspects that stay as they were edited. */
  edited: UpstreamAspect[];
  recorded: ImportRecord['upstreams'][number];
}

/** Upstreams have no schemas. */
const PRINTS = new Fingerprints({});

/**
 * Brings an API up to date where nobody edited it.
 *
 * @param isWhole false: only what a choice of operations needs is added.
 * @param tools those of the server now.
 */
export function mergeUpstream(
  { fresh, id, known, recorded }: UpstreamMatch,
  isWhole: boolean,
  tools: readonly Tool[],
): MergedUpstream {
  const next = { ...fresh, id };
  const noted = recorded?.prints ?? null;
  const edited = known ? findUpstreamEdits(known, next, isWhole, noted) : [];
  const upstream = known ? update(known, next, { edited, isWhole, tools }) : next;
  const now = { aspects: readAspects(upstream), prints: PRINTS };
  const prints = notePrints(now, edited, noted);
  return {
    upstream,
    edited: isWhole ? edited : [],
    recorded: { key: fresh.id, id, baseUrl: fresh.baseUrl, prints },
  };
}

/** Whether an upstream is as an import made it. */
export function isUntouched(
  upstream: Upstream,
  { prints }: ImportRecord['upstreams'][number],
): boolean {
  return isAsNoted(ASPECTS, { aspects: readAspects(upstream), prints: PRINTS }, prints);
}

function findUpstreamEdits(
  known: Upstream,
  next: Upstream,
  isWhole: boolean,
  noted: Record<string, string> | null,
): UpstreamAspect[] {
  const draft = { aspects: readAspects(known), prints: PRINTS };
  const fresh = { aspects: readAspects(next), prints: PRINTS };
  if (isWhole) return findEdited(ASPECTS, { draft, fresh, noted });
  return ASPECTS.filter((aspect) => !isAsNoted([aspect], draft, noted));
}

function update(
  known: Upstream,
  next: Upstream,
  by: { edited: readonly UpstreamAspect[]; isWhole: boolean; tools: readonly Tool[] },
): Upstream {
  const isTaken = (aspect: UpstreamAspect) => by.isWhole && !by.edited.includes(aspect);
  const { title, ...rest } = isTaken('authentication')
    ? takeAuthentication(known, next, by.tools)
    : addSchemes(known, next);
  const shown = isTaken('title') ? next.title : title;
  const { baseUrl, allowedHosts } = isTaken('address') ? next : known;
  return { ...rest, ...(shown === undefined ? {} : { title: shown }), baseUrl, allowedHosts };
}

/** The document's authentication, with the names that secrets have here. */
function takeAuthentication(known: Upstream, next: Upstream, tools: readonly Tool[]): Upstream {
  const ids = new Set(next.auth.map(({ id }) => id));
  const named = new Set(
    tools.flatMap(({ action }) =>
      action.kind === 'http' && action.upstream === known.id ? (action.security ?? []).flat() : [],
    ),
  );
  const needed = known.auth.filter(({ id }) => !ids.has(id) && named.has(id));
  const auth = next.auth.map((scheme) => withKnownSecrets(scheme, known));
  return { ...known, auth: [...auth, ...needed], security: next.security };
}

/** Adds the schemes that only further operations name, unless the person has chosen others. */
function addSchemes(known: Upstream, { auth, security }: Upstream): Upstream {
  if (!isSameJson(known.security, security)) return known;
  const there = new Set(known.auth.map(({ id }) => id));
  const more = auth.filter(({ id }) => !there.has(id));
  return more.length === 0 ? known : { ...known, auth: [...known.auth, ...more] };
}

/** A secret may have a value: it keeps its name. */
function withKnownSecrets(scheme: Scheme, { auth }: Upstream): Scheme {
  const known = auth.find(({ id, kind }) => id === scheme.id && kind === scheme.kind);
  const secrets = Object.entries(known ?? {}).filter(([key]) => isSecretField(key));
  return Object.assign({ ...scheme }, Object.fromEntries(secrets));
}

function readAspects({ title, baseUrl, allowedHosts, auth, security }: Upstream) {
  const schemes = auth.map((scheme) =>
    Object.fromEntries(Object.entries(scheme).filter(([key]) => !isSecretField(key))),
  );
  const aspects: Aspects<UpstreamAspect> = new Map([
    ['title', { value: title ?? null }],
    ['address', { value: { baseUrl, allowedHosts } }],
    ['authentication', { value: { auth: schemes, security } }],
  ]);
  return aspects;
}

/** Names of secrets are the server's own: the document has none. */
function isSecretField(key: string): boolean {
  return /secret$/i.test(key);
}
