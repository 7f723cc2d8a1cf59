import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { isSameJson } from '#app/blueprint/diff/is-same-json.ts';
import type { ApiImport, ToolImport } from '#app/blueprint/import/import-changes.ts';

import { Fingerprints } from './fingerprints.ts';
import type { MergedTools } from './merge-imported-tools.ts';
import type { MergedUpstream } from './merge-upstreams.ts';
import { readToolAspects, TOOL_ASPECTS } from './tool-aspects.ts';

/** Lists what an import does to the tools of a server: what it changes, and what edits keep from it. */
export function listToolImports(
  before: Blueprint,
  after: Blueprint,
  merged: MergedTools,
): ToolImport[] {
  const old = new Map(before.tools.map((tool) => [tool.name, tool]));
  const prints = {
    before: new Fingerprints(before.definitions),
    after: new Fingerprints(after.definitions),
  };
  const now = new Map(after.tools.map((tool) => [tool.name, tool]));
  const made = merged.tools.flatMap(({ tool: { name }, operation, edited }): ToolImport[] => {
    const tool = now.get(name);
    if (operation === null || tool === undefined) return [];
    const known = old.get(name);
    if (known === undefined) return [{ name, operation, change: 'added', aspects: [], kept: [] }];
    const [one, other] = [readToolAspects(known), readToolAspects(tool)];
    const aspects = TOOL_ASPECTS.filter((aspect) => {
      const [was, is] = [one.get(aspect), other.get(aspect)];
      return (was && prints.before.of(was)) !== (is && prints.after.of(is));
    });
    if (aspects.length === 0 && edited.length === 0) return [];
    return [
      { name, operation, change: aspects.length > 0 ? 'changed' : 'kept', aspects, kept: edited },
    ];
  });
  const gone = (names: readonly string[], change: 'removed' | 'kept') =>
    names.map((name): ToolImport => {
      const operation = old.get(name)?.origin?.operation ?? '';
      return { name, operation, change, aspects: [], kept: [] };
    });
  return [...made, ...gone(merged.removed, 'removed'), ...gone(merged.orphaned, 'kept')];
}

/** Lists what an import does to the APIs of a server. */
export function listApiImports(
  before: Blueprint,
  after: Blueprint,
  merged: readonly MergedUpstream[],
): ApiImport[] {
  const old = new Map(before.upstreams.map((upstream) => [upstream.id, upstream]));
  const now = new Set(after.upstreams.map(({ id }) => id));
  const made = merged.flatMap(({ upstream, edited: kept }): ApiImport[] => {
    const { id, baseUrl } = upstream;
    const known = old.get(id);
    if (known === undefined) return [{ id, baseUrl, change: 'added', aspects: [], kept: [] }];
    const parts = {
      title: [known.title, upstream.title],
      address: [
        [known.baseUrl, known.allowedHosts],
        [baseUrl, upstream.allowedHosts],
      ],
      authentication: [
        [known.auth, known.security],
        [upstream.auth, upstream.security],
      ],
    };
    const aspects = Object.entries(parts).flatMap(([name, [was, is]]) =>
      isSameJson(was, is) ? [] : [name],
    );
    if (aspects.length === 0 && kept.length === 0) return [];
    return [{ id, baseUrl, change: aspects.length > 0 ? 'changed' : 'kept', aspects, kept }];
  });
  const removed = before.upstreams.flatMap(({ id, baseUrl }): ApiImport[] =>
    now.has(id) ? [] : [{ id, baseUrl, change: 'removed', aspects: [], kept: [] }],
  );
  return [...made, ...removed];
}
