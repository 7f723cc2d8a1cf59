import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { isSameJson } from '#app/blueprint/diff/is-same-json.ts';
import { definitionOfRef, eachRef, renameRefs } from '#app/blueprint/schema-refs.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import { secretNames } from '#app/runtime/upstream/secret-names.ts';

type Definitions = Blueprint['definitions'];
type Upstream = Blueprint['upstreams'][number];

/**
 * Adds the tools that were made of more operations of a document to what an earlier import made of it. All
 * that is there stays as the person left it: tools, base URLs, authentication, definitions.
 *
 * @param fresh the import of the further operations alone.
 */
export function addToImport(before: Blueprint, fresh: Blueprint, sourceId: string): Blueprint {
  const made = fresh.tools.filter(({ origin }) => origin?.source === sourceId);
  const { upstreams, ids } = addUpstreams(before, fresh, made, sourceId);
  const renamed = findRenames(before.definitions, fresh.definitions);
  const tools = made.map((tool) => withUpstream(withRenamedRefs(tool, renamed), upstreams, ids));
  const added = Object.entries(fresh.definitions)
    .map(([name, schema]) => [renamed.get(name) ?? name, renameRefs(schema, renamed)] as const)
    .filter(([name]) => !Object.hasOwn(before.definitions, name));
  const declared = new Set(before.secrets.map(({ name }) => name));
  const needed = new Set(upstreams.flatMap(({ auth }) => auth.flatMap(secretNames)));
  const secrets = fresh.secrets.filter(({ name }) => needed.has(name) && !declared.has(name));
  const source = fresh.sources.find(({ id }) => id === sourceId);
  return {
    ...before,
    sources: before.sources.map((each) => (each.id === sourceId && source ? source : each)),
    upstreams,
    secrets: [...before.secrets, ...secrets],
    definitions: { ...before.definitions, ...Object.fromEntries(added) },
    tools: [...before.tools, ...tools],
  };
}

/** The upstreams with those that the new tools call, and the ids of these by the ids they were made with. */
function addUpstreams(
  before: Blueprint,
  fresh: Blueprint,
  made: readonly Tool[],
  sourceId: string,
): { upstreams: Upstream[]; ids: Map<string, string> } {
  const called = new Set(
    made.flatMap(({ action }) => (action.kind === 'code' ? [] : action.upstream)),
  );
  const others = new Set(
    before.tools.flatMap(({ action, origin }) =>
      action.kind === 'code' || origin?.source === sourceId ? [] : action.upstream,
    ),
  );
  const own = before.upstreams.filter(({ id }) => !others.has(id));
  const ids = new Map<string, string>();
  let upstreams = before.upstreams;
  for (const upstream of fresh.upstreams.filter(({ id }) => called.has(id))) {
    const known =
      own.find(({ baseUrl }) => baseUrl === upstream.baseUrl) ??
      own.find(({ id }) => id === upstream.id);
    if (known) {
      upstreams = upstreams.map((each) =>
        each.id === known.id ? addSchemes(each, upstream) : each,
      );
      ids.set(upstream.id, known.id);
      continue;
    }
    const id = freeName(upstream.id, (name) => upstreams.some((each) => each.id === name));
    upstreams = [...upstreams, { ...upstream, id }];
    ids.set(upstream.id, id);
  }
  return { upstreams, ids };
}

/** Adds the schemes that only the further operations name, unless the person has chosen others. */
function addSchemes(known: Upstream, { auth, security }: Upstream): Upstream {
  if (!isSameJson(known.security, security)) return known;
  const there = new Set(known.auth.map(({ id }) => id));
  const more = auth.filter(({ id }) => !there.has(id));
  return more.length === 0 ? known : { ...known, auth: [...known.auth, ...more] };
}

/** The tool under the id that its upstream has here; schemes that this lacks are left to its own choice. */
function withUpstream(
  tool: Tool,
  upstreams: readonly Upstream[],
  ids: ReadonlyMap<string, string>,
): Tool {
  const { action } = tool;
  if (action.kind !== 'http') return tool;
  const id = ids.get(action.upstream) ?? action.upstream;
  const schemes = new Set(upstreams.find((each) => each.id === id)?.auth.map((each) => each.id));
  const { security, ...rest } = action;
  const isKnown = security?.flat().every((scheme) => schemes.has(scheme)) === true;
  return { ...tool, action: { ...rest, upstream: id, ...(isKnown ? { security } : {}) } };
}

function withRenamedRefs(tool: Tool, renamed: ReadonlyMap<string, string>): Tool {
  const { inputSchema, outputSchema } = tool;
  if (renamed.size === 0) return tool;
  return {
    ...tool,
    inputSchema: renameRefs(inputSchema, renamed),
    ...(outputSchema ? { outputSchema: renameRefs(outputSchema, renamed) } : {}),
  };
}

/** New names for definitions that mean something else here, and for those that refer to them. */
function findRenames(before: Definitions, fresh: Definitions): Map<string, string> {
  const isTaken = (name: string) => Object.hasOwn(before, name) || Object.hasOwn(fresh, name);
  const renamed = new Map<string, string>();
  const rename = (name: string) => renamed.set(name, freeName(name, isTaken));
  for (const [name, schema] of Object.entries(fresh)) {
    if (Object.hasOwn(before, name) && !isSameJson(before[name], schema)) rename(name);
  }
  for (let count = -1; count !== renamed.size;) {
    count = renamed.size;
    for (const [name, schema] of Object.entries(fresh)) {
      if (!Object.hasOwn(before, name) || renamed.has(name)) continue;
      eachRef(schema, (ref) => {
        if (renamed.has(definitionOfRef(ref) ?? '')) rename(name);
      });
    }
  }
  return renamed;
}

function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  let name = wanted;
  for (let count = 2; isTaken(name); count += 1) name = `${wanted}_${count}`;
  return name;
}
