import { applyEdit } from '#app/blueprint/apply-edit.ts';
import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { ImportChanges } from '#app/blueprint/import/import-changes.ts';
import type { ImportRecord } from '#app/blueprint/import-record.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import { secretNames } from '#app/runtime/upstream/secret-names.ts';

import { notePrints } from './aspects.ts';
import { describeMerge } from './describe-merge.ts';
import { Fingerprints } from './fingerprints.ts';
import { listApiImports, listToolImports } from './list-import-changes.ts';
import { matchUpstreams } from './match-upstreams.ts';
import { mergeDefinitions } from './merge-definitions.ts';
import {
  mergeImportedTools,
  notedOf,
  type ImportTarget,
  type MergedTool,
} from './merge-imported-tools.ts';
import { isUntouched, mergeUpstream } from './merge-upstreams.ts';
import { readToolAspects } from './tool-aspects.ts';

type Upstream = Blueprint['upstreams'][number];

export interface Merged {
  blueprint: Blueprint;
  /** Where the server is not as the document has it; for people and models. */
  notes: string[];
  changes: ImportChanges;
}

/**
 * Puts what was made of a document into a server. All that is not of the document stays, and of what is:
 * every edit since its last import. What nobody edited becomes as the document has it now.
 *
 * @param leftOut names of operations that were removed from the server.
 */
export function mergeImport(
  target: ImportTarget,
  fresh: Blueprint,
  leftOut: readonly string[],
): Merged {
  const { before, sourceId, record, isWhole } = target;
  const called = new Set(
    fresh.tools.flatMap(({ action }) => (action.kind === 'code' ? [] : action.upstream)),
  );
  const named = fresh.upstreams.filter(({ id }) => isWhole || called.has(id));
  const matches = matchUpstreams(before, named, sourceId, record);
  const ids = new Map(matches.map((match) => [match.fresh.id, match.id]));
  const here = { ...fresh, tools: fresh.tools.map((tool) => withUpstream(tool, ids)) };
  const chosen = mergeImportedTools(target, here);
  const { tools, definitions } = mergeDefinitions(before, fresh, chosen.tools);
  const all = tools.map(({ tool }) => tool);
  // An API that only new tools call comes with them, whatever is chosen.
  const takesApis = isWhole && target.taken?.apis !== false;
  const merged = matches.map((match) => mergeUpstream(match, takesApis, all));
  const upstreams = putUpstreams(
    before.upstreams,
    merged.map(({ upstream }) => upstream),
  );
  const settled = tools.map((each) => withKnownSchemes(each, upstreams));
  const made = noteImport(
    target,
    definitions,
    settled,
    merged.map(({ recorded }) => recorded),
  );
  const source = fresh.sources.find(({ id }) => id === sourceId);
  const blueprint = {
    ...before,
    identity: fresh.identity,
    sources: putSource(before.sources, source && { ...source, made }),
    upstreams,
    secrets: mergeSecrets(before, fresh, upstreams),
    definitions,
    tools: settled.map(({ tool }) => tool),
  };
  const keys = matches.map((match) => match.fresh.id);
  const whole = takesApis ? withoutGone(blueprint, target, keys) : blueprint;
  return {
    blueprint: whole,
    notes: describeMerge(chosen, merged, matches, leftOut),
    changes: {
      isAgain: before.sources.some(({ id }) => id === sourceId),
      title: source?.title ?? '',
      hash: source?.hash ?? '',
      tools: listToolImports(before, whole, chosen),
      apis: listApiImports(before, whole, merged),
    },
  };
}

function withUpstream(tool: Tool, ids: ReadonlyMap<string, string>): Tool {
  const { action } = tool;
  if (action.kind === 'code') return tool;
  return { ...tool, action: { ...action, upstream: ids.get(action.upstream) ?? action.upstream } };
}

/** Schemes that the upstream lacks here are left to its own choice. */
function withKnownSchemes(merged: MergedTool, upstreams: readonly Upstream[]): MergedTool {
  const { action } = merged.tool;
  if (merged.operation === null || action.kind !== 'http' || !action.security) return merged;
  const upstream = upstreams.find(({ id }) => id === action.upstream);
  const schemes = new Set(upstream?.auth.map(({ id }) => id));
  if (action.security.flat().every((scheme) => schemes.has(scheme))) return merged;
  const { security: _security, ...rest } = action;
  return { ...merged, tool: { ...merged.tool, action: rest } };
}

function putUpstreams(before: readonly Upstream[], merged: readonly Upstream[]): Upstream[] {
  const known = new Set(before.map(({ id }) => id));
  return [
    ...before.map((each) => merged.find(({ id }) => id === each.id) ?? each),
    ...merged.filter(({ id }) => !known.has(id)),
  ];
}

function putSource(
  sources: Blueprint['sources'],
  source: Blueprint['sources'][number] | undefined,
): Blueprint['sources'] {
  if (source === undefined) return sources;
  const isKnown = sources.some(({ id }) => id === source.id);
  if (!isKnown) return [...sources, source];
  return sources.map((each) => (each.id === source.id ? source : each));
}

/** The secrets without those that only a scheme needed that is gone, and with those of new ones. */
function mergeSecrets(
  before: Blueprint,
  fresh: Blueprint,
  upstreams: readonly Upstream[],
): Blueprint['secrets'] {
  const used = new Set(before.upstreams.flatMap(({ auth }) => auth.flatMap(secretNames)));
  const needed = new Set(upstreams.flatMap(({ auth }) => auth.flatMap(secretNames)));
  const kept = before.secrets.filter(({ name }) => needed.has(name) || !used.has(name));
  const declared = new Set(kept.map(({ name }) => name));
  const added = fresh.secrets.filter(({ name }) => needed.has(name) && !declared.has(name));
  return [...kept, ...added];
}

/** Notes what this import made, and what earlier ones made that it left alone. */
function noteImport(
  target: ImportTarget,
  definitions: Blueprint['definitions'],
  merged: readonly MergedTool[],
  upstreams: ImportRecord['upstreams'],
): ImportRecord {
  const prints = new Fingerprints(definitions);
  const { record } = target;
  const operations = merged.flatMap(({ tool, operation, edited }) => {
    if (operation === null) return [];
    const noted = notedOf(target, operation);
    const name = noted?.['name'] ?? tool.name;
    const aspects = notePrints({ aspects: readToolAspects(tool), prints }, edited, noted);
    return [[operation, { name, ...aspects }] as const];
  });
  const keys = new Set(upstreams.map(({ key }) => key));
  return {
    operations: { ...record?.operations, ...Object.fromEntries(operations) },
    upstreams: [...upstreams, ...(record?.upstreams ?? []).filter(({ key }) => !keys.has(key))],
  };
}

/** Without the APIs that the document no longer names, if nobody edited or calls them. */
function withoutGone(
  blueprint: Blueprint,
  { record, before }: ImportTarget,
  keys: readonly string[],
): Blueprint {
  const gone = (record?.upstreams ?? []).filter(({ key }) => !keys.includes(key));
  return gone.reduce((current, recorded) => {
    const upstream = before.upstreams.find(({ id }) => id === recorded.id);
    if (!upstream || !isUntouched(upstream, recorded)) return current;
    const removed = applyEdit(current, { edit: 'removeUpstream', id: upstream.id });
    return removed.ok ? removed.value : current;
  }, blueprint);
}
