import * as z from 'zod';

import { OPERATION_FIELDS } from '#app/blueprint/operation-selector.ts';
import { rankOperations, type SearchableOperation } from '#app/blueprint/rank-operations.ts';
import { selectOperations, toSelectable } from '#app/blueprint/select-operations.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import { toWords } from '#app/blueprint/words.ts';

import { defineTool } from './builder-tool.ts';
import { DOCUMENT_FIELDS, findDocument, type DocumentChoice } from './reading/document-choice.ts';
import { takePage } from './reading/to-pages.ts';
import { toLine } from './reading/tool-detail.ts';
import type { Workspace } from './workspace.ts';

/** Operations of a page, where the best are the first. */
const BEST = 25;
/** Groups that an answer counts. */
const MAX_TAGS = 200;

export const searchOperations = defineTool({
  name: 'search_operations',
  effect: 'reads',
  words: { now: 'Searching operations', done: 'Searched operations' },
  subject: ['find', 'url', 'template', 'attachment'],
  description:
    "Searches operations, the best first: of a document that need not be imported, else of the server's tools. Without words and choice it lists all and counts the tags. isTool: the server has it.",
  input: z.strictObject({
    ...DOCUMENT_FIELDS,
    ...OPERATION_FIELDS,
    names: OPERATION_FIELDS.names.describe('Tools, operationIds, or GET /users/{id}.'),
    paths: OPERATION_FIELDS.paths.describe('/users with all below, or a pattern of * and **.'),
    find: z.string().max(200).optional().describe('Words: refund a charge.'),
    page: z.int().min(1).optional(),
  }),
  async run(input, { workspace }) {
    const { text, url, template, attachment, find = '', page = 1, ...choice } = input;
    const listed = await listOperations(workspace, { text, url, template, attachment });
    if (!listed.ok) return { problems: listed.problems };
    const all = listed.operations;
    const isChosen = Object.values(choice).some((field) => field !== undefined);
    const { chosen, problems } = isChosen
      ? selectOperations(all, choice, (each) => each)
      : { chosen: all, problems: [] };
    if (problems.length > 0) return { problems };
    const isRanked = find.trim() !== '';
    const found = isRanked ? rankOperations(chosen, find, (each) => each) : chosen;
    const known = new Set(workspace.blueprint.tools.flatMap(keysOf));
    const lines = found.map((each) => toOperationLine(each, listed.isDocument ? known : null));
    const taken = takePage(lines, page, isRanked ? BEST : undefined);
    if (!taken.ok) return { problems: taken.problems };
    const isOverview = page === 1 && !isRanked && choice.tags === undefined;
    return {
      operations: taken.value.shown,
      ...(isOverview ? countTags(found) : {}),
      page: { ...taken.value.page, searched: all.length },
    };
  },
});

type Listed =
  | { ok: true; operations: SearchableOperation[]; isDocument: boolean }
  | { ok: false; problems: { path: string; message: string }[] };

async function listOperations(workspace: Workspace, choice: DocumentChoice): Promise<Listed> {
  const { url } = choice;
  if (url !== undefined && workspace.trust?.hasGiven(url) === false) {
    // Fetching it would tell a stranger; the person can approve an import.
    const message = 'The person did not give this address: import it, which they can approve.';
    return { ok: false, problems: [{ path: '$.url', message }] };
  }
  const document = findDocument(workspace, choice);
  if (!document.ok) return document;
  if (document.value === null) {
    const operations = workspace.blueprint.tools.map(toSearchable);
    return { ok: true, operations, isDocument: false };
  }
  const listed = await workspace.ports.listOperations(document.value);
  if (listed.ok) return { ...listed, isDocument: true };
  return { ok: false, problems: [{ path: '$', message: listed.message }] };
}

function toSearchable(tool: Tool): SearchableOperation {
  const { title = '', description = '' } = tool;
  return { ...toSelectable(tool), title, description };
}

/** Method and path of the operation that a tool was made of. */
function keysOf({ origin }: Tool): string[] {
  return origin ? [origin.operation] : [];
}

function toOperationLine(
  { names, method, paths: [path], tags, title, description }: SearchableOperation,
  known: ReadonlySet<string> | null,
): object {
  const [name, id] = names;
  return {
    name,
    ...(id === undefined ? {} : { operationId: id }),
    ...(path === undefined ? {} : { method, path }),
    ...(tags.length > 0 ? { tags } : {}),
    summary: toLine(saysNoMore(title, names) && description !== '' ? description : title),
    ...(known?.has(`${method} ${path ?? ''}`) ? { isTool: true } : {}),
  };
}

/** Whether a title was made from a name, for want of a summary. */
function saysNoMore(title: string, names: readonly string[]): boolean {
  const words = toWords(title).join(' ');
  if (words === '') return true;
  return names.some((name) => toWords(name).join(' ') === words);
}

/** How many operations each tag has, the largest first, and how many tags are not told. */
function countTags(found: readonly SearchableOperation[]): object {
  const groups = Map.groupBy(
    found.flatMap(({ tags }) => tags),
    (tag) => tag,
  );
  const counts = [...groups].map(([tag, all]) => [tag, all.length] as const);
  const tags = Object.fromEntries(counts.toSorted((a, b) => b[1] - a[1]).slice(0, MAX_TAGS));
  const left = counts.length - MAX_TAGS;
  if (left <= 0) return { tags };
  return {
    tags,
    moreTags: `${left} more tags, of fewer operations: with paths those below are counted.`,
  };
}
