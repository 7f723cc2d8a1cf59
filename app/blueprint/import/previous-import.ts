import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { eachRef, definitionOfRef } from '#app/blueprint/schema-refs.ts';
import type { Tool } from '#app/blueprint/tool.ts';

import { formatOfKind } from './recognise-document.ts';

/** Decisions of an earlier import and its user, and parts that are not from this document. */
export interface PreviousImport {
  sourceId: string;
  /** The user's tools by their original operation. */
  byOperation: Map<string, Tool>;
  /** Tools made by hand, and tools of other documents. */
  otherTools: Tool[];
  /** Definitions that those need. */
  definitions: Blueprint['definitions'];
  upstreams: Blueprint['upstreams'];
  secrets: Blueprint['secrets'];
  sources: Blueprint['sources'];
}

const NOTHING: Omit<PreviousImport, 'sourceId'> = {
  byOperation: new Map(),
  otherTools: [],
  definitions: {},
  upstreams: [],
  secrets: [],
  sources: [],
};

/**
 * Finds the earlier import of the same document: by address, else by title, else the only one. The source
 * of a document without one is named after its format, `kind`.
 */
export function readPrevious(
  { previous, isAddition = false }: { previous?: Blueprint; isAddition?: boolean },
  url: string | null,
  title: string,
  kind: string,
): PreviousImport {
  if (!previous) return { ...NOTHING, sourceId: kind };
  // Requests have no versions: each script is one more.
  const imported = previous.sources.filter(({ kind }) => formatOfKind(kind)?.isRequest !== true);
  const source =
    imported.find((candidate) => url !== null && candidate.url === url) ??
    imported.find((candidate) => candidate.title === title) ??
    (imported.length === 1 && !isAddition ? imported[0] : undefined);
  const byOperation = new Map<string, Tool>();
  const otherTools: Tool[] = [];
  for (const tool of previous.tools) {
    if (source && tool.origin?.source === source.id) byOperation.set(tool.origin.operation, tool);
    else otherTools.push(tool);
  }
  const used = new Set(
    otherTools.flatMap(({ action }) => (action.kind === 'code' ? [] : [action.upstream])),
  );
  const upstreams = previous.upstreams.filter(({ id }) => used.has(id));
  const secretNames = new Set(
    upstreams.flatMap(({ auth }) => auth.flatMap((scheme) => Object.values(scheme).flat())),
  );
  return {
    sourceId: source?.id ?? freeId(previous, kind),
    byOperation,
    otherTools,
    definitions: closure(previous, otherTools),
    upstreams,
    secrets: previous.secrets.filter(({ name }) => secretNames.has(name)),
    sources: previous.sources.filter((candidate) => candidate !== source),
  };
}

function freeId(previous: Blueprint, kind: string): string {
  const taken = new Set(previous.sources.map(({ id }) => id));
  let id = kind;
  for (let round = 2; taken.has(id); round += 1) id = `${kind}-${round}`;
  return id;
}

function closure(previous: Blueprint, tools: Tool[]): Blueprint['definitions'] {
  const kept = new Map<string, Blueprint['definitions'][string]>();
  const open: Blueprint['definitions'][string][] = tools.flatMap(({ inputSchema, outputSchema }) =>
    outputSchema ? [inputSchema, outputSchema] : [inputSchema],
  );
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    eachRef(next, (ref) => {
      const name = definitionOfRef(ref);
      const schema = name === null ? undefined : previous.definitions[name];
      if (name === null || schema === undefined || kept.has(name)) return;
      kept.set(name, schema);
      open.push(schema);
    });
  }
  return Object.fromEntries(kept);
}
