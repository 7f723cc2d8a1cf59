import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import { usedDefinitions } from '#app/blueprint/used-definitions.ts';
import { secretNames } from '#app/runtime/upstream/secret-names.ts';

import { numberName } from './merge/number-name.ts';
import { ownUpstreams } from './merge/match-upstreams.ts';
import { formatOfKind } from './recognise-document.ts';

type Source = Blueprint['sources'][number];

/** Facts that tell a document from others, and a version of it from another document. */
export interface DocumentIdentity {
  /** Address that it came from. */
  url: string | null;
  /** SHA-256 of its text. */
  hash: string;
  title: string;
  /** Base URLs of the API itself. */
  servers: readonly string[];
  /** Path templates of its operations. */
  paths: readonly string[];
}

/** The earlier import of a document, and what is not from it. */
export interface PreviousImport {
  /** Null where there is none. */
  source: Source | null;
  sourceId: string;
  /** The user's tools by their original operation. */
  byOperation: Map<string, Tool>;
  /** Operations of tools that were removed since. */
  removed: ReadonlySet<string>;
  /** Tools made by hand, and tools of other documents. */
  otherTools: Tool[];
  /** Definitions that those need. */
  definitions: Blueprint['definitions'];
  /** Names of secrets that others than this document's APIs need. */
  secrets: string[];
}

/**
 * Finds the earlier import of the same document: by address, else by content, else by the API that it
 * describes, else the only one. The source of a document without one is named after its format, `kind`.
 */
export function readPrevious(
  { previous, isAddition = false }: { previous?: Blueprint; isAddition?: boolean },
  document: DocumentIdentity,
  kind: string,
): PreviousImport {
  const source = previous ? findSource(previous, document, isAddition) : null;
  const byOperation = new Map<string, Tool>();
  const otherTools: Tool[] = [];
  for (const tool of previous?.tools ?? []) {
    if (source && tool.origin?.source === source.id) byOperation.set(tool.origin.operation, tool);
    else otherTools.push(tool);
  }
  const sourceId = source?.id ?? freeId(previous?.sources ?? [], kind);
  const noted = Object.keys(source?.made?.operations ?? {});
  return {
    source,
    sourceId,
    byOperation,
    removed: new Set(noted.filter((operation) => !byOperation.has(operation))),
    otherTools,
    definitions: Object.fromEntries(usedDefinitions(previous?.definitions ?? {}, otherTools)),
    secrets: previous ? foreignSecrets(previous, sourceId) : [],
  };
}

function findSource(
  previous: Blueprint,
  document: DocumentIdentity,
  isAddition: boolean,
): Source | null {
  const { url, hash, title } = document;
  // Requests have no versions: each other script is one more.
  const versioned = previous.sources.filter(({ kind }) => formatOfKind(kind)?.isRequest !== true);
  return (
    versioned.find((source) => url !== null && source.url === url) ??
    previous.sources.find((source) => source.hash === hash) ??
    versioned.find((source) => source.title === title && isSameApi(previous, source, document)) ??
    (versioned.length === 1 && !isAddition ? versioned[0] : undefined) ??
    null
  );
}

/** Whether a document of the same title is of the API of an earlier one, and not of another at its host. */
function isSameApi(
  previous: Blueprint,
  source: Source,
  { servers, paths }: DocumentIdentity,
): boolean {
  const known = [...(source.made?.upstreams ?? []), ...ownUpstreams(previous, source.id)].map(
    ({ baseUrl }) => baseUrl,
  );
  if (known.length === 0 || known.some((baseUrl) => servers.includes(baseUrl))) return true;
  const hosts = new Set(known.map((baseUrl) => new URL(baseUrl).host));
  if (!servers.some((baseUrl) => hosts.has(new URL(baseUrl).host))) return false;
  const operations = [
    ...Object.keys(source.made?.operations ?? {}),
    ...previous.tools.flatMap(({ origin }) =>
      origin?.source === source.id ? origin.operation : [],
    ),
  ];
  const earlier = new Set(operations.map((operation) => operation.replace(/^\S+ /, '')));
  return paths.some((path) => earlier.has(path));
}

function foreignSecrets(previous: Blueprint, sourceId: string): string[] {
  const own = ownUpstreams(previous, sourceId).flatMap(({ auth }) => auth.flatMap(secretNames));
  return previous.secrets.map(({ name }) => name).filter((name) => !own.includes(name));
}

function freeId(sources: readonly Source[], kind: string): string {
  return numberName(kind, (name) => sources.some(({ id }) => id === name), '-');
}
