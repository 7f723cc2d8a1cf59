import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { BLANK_IDENTITY, DEFAULT_POLICIES, SCHEMA_VERSION } from '#app/blueprint/defaults.ts';
import type { ImportRun } from '#app/blueprint/import/import-run.ts';
import { objectAt, own, stringAt } from '#app/blueprint/import/json-object.ts';
import { at } from '#app/blueprint/import/place.ts';
import type { NamedOperation } from '#app/blueprint/import/choose-operations.ts';
import type { PreviousImport } from '#app/blueprint/import/previous-import.ts';
import { toVisible } from '#app/blueprint/import/text/visible-text.ts';
import { ImportedUpstreams } from '#app/blueprint/import/upstreams.ts';
import { patch } from '#app/blueprint/patch.ts';
import type { JsonObject, ServerIdentity } from '#app/runtime/definition.ts';

import { bindCredentials } from './bind-credentials.ts';
import { readIdentity } from './identity.ts';
import type { OperationSource } from './operations.ts';
import { Security } from './security.ts';
import { addExamples, completeDescription, makeTool } from './tools.ts';
import type { ToolDraft } from './tools.ts';

/** Operations between two reports of progress. */
const REPORT_EVERY = 25;

/** Maximum document length for checking example responses against schemas, in characters. */
const MAX_CHECKED = 4_000_000;

export interface BuildOptions {
  /** Every operation of the document, the chosen ones among them. */
  all: OperationSource[];
  /** Length of the document's text in characters. */
  length: number;
  /** SHA-256 of the text in UTF-8, hexadecimal. */
  hash: Promise<string>;
  /** The document's title, with hidden characters made visible. */
  title: string;
  kind: Blueprint['sources'][number]['kind'];
  /** The OpenAPI version as the document states it; empty for commands. */
  format: string;
  previous: PreviousImport;
  /** The server that it becomes part of. */
  into: Blueprint | null;
  onProgress: ((done: number, total: number) => void) | null;
}

/** Makes the blueprint of the chosen operations of a document, and of nothing else. */
export async function buildBlueprint(
  run: ImportRun,
  operations: readonly NamedOperation[],
  options: BuildOptions,
): Promise<Blueprint> {
  const { previous } = options;
  const identity = nameServer(options.into, readIdentity(run));
  const upstreams = new ImportedUpstreams(run, options.title.slice(0, 200));
  const security = new Security(run, identity.name, upstreams.main.baseUrl, previous.secrets);
  const ownSecurity = documentSecurity(run, options.all, security);
  const parts = { upstreams, security, sourceId: previous.sourceId };
  const drafts = await makeTools(run, operations, options, parts);

  run.schemas.finish();
  const checksAnswers = options.length <= MAX_CHECKED;
  for (const draft of drafts) {
    addExamples(run, draft, checksAnswers);
    completeDescription(run, draft);
  }
  const tools = drafts.map(({ tool }) => tool);
  const finished = bindCredentials(run, upstreams, { tools, security, ownSecurity });
  return {
    schemaVersion: SCHEMA_VERSION,
    identity,
    sources: [await makeSource(run, options)],
    upstreams: finished.upstreams,
    secrets: finished.secrets,
    definitions: run.schemas.definitions,
    tools,
    resources: [],
    prompts: [],
    policies: DEFAULT_POLICIES,
  };
}

/** The name and texts that a server was given; those of the document where there are none yet. */
function nameServer(into: Blueprint | null, documented: ServerIdentity): ServerIdentity {
  if (into === null) return documented;
  const { identity, tools, sources } = into;
  if (tools.length > 0 || sources.length > 0) return identity;
  const given = <Key extends keyof ServerIdentity>(key: Key): ServerIdentity[Key] | undefined =>
    identity[key] === BLANK_IDENTITY[key] ? undefined : identity[key];
  return patch(documented, {
    name: given('name'),
    version: given('version'),
    title: given('title'),
    description: given('description'),
    instructions: given('instructions'),
    websiteUrl: given('websiteUrl'),
  });
}

async function makeSource(
  run: ImportRun,
  options: BuildOptions,
): Promise<Blueprint['sources'][number]> {
  const info: JsonObject = objectAt(run.root, 'info') ?? {};
  const version = stringAt(info, 'version');
  return {
    id: options.previous.sourceId,
    kind: options.kind,
    format: options.format,
    ...(options.title === '' ? {} : { title: options.title }),
    ...(version === null ? {} : { version: toVisible(version) }),
    ...(run.url === null ? {} : { url: run.url }),
    hash: await options.hash,
  };
}

/** Security of calls that declare none themselves. */
function documentSecurity(
  run: ImportRun,
  operations: OperationSource[],
  security: Security,
): string[][] {
  const stated = security.alternatives(own(run.root, 'security'), at(null, 'security'));
  if (stated) return stated;
  const isAssigned = operations.some(
    ({ operation }) => own(operation.value, 'security') !== undefined,
  );
  return isAssigned ? [] : security.unassigned();
}

async function makeTools(
  run: ImportRun,
  operations: readonly NamedOperation[],
  { onProgress }: BuildOptions,
  parts: Parameters<typeof makeTool>[3],
): Promise<ToolDraft[]> {
  const drafts: ToolDraft[] = [];
  for (const [index, { source, name, earlier }] of operations.entries()) {
    const draft = makeTool(run, source, name, parts);
    draft.tool.enabled = earlier?.enabled ?? true;
    drafts.push(draft);
    if (onProgress === null) continue;
    if ((index + 1) % REPORT_EVERY !== 0 && index + 1 < operations.length) continue;
    onProgress(index + 1, operations.length);
    // Lets the report be sent before the next operations block the thread.
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return drafts;
}
