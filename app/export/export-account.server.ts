import { listApiKeys } from '#app/api-keys/api-key-store.server.ts';
import { listOwnAccounts } from '#app/auth/own-account-store.server.ts';
import { listSessions } from '#app/auth/session/session-store.server.ts';
import { listModelKeys } from '#app/builder/models/key-store.server.ts';
import { toChatStub } from '#app/chat/chat-stub.server.ts';
import { loadBlueprintText } from '#app/drafts/store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { parseJson } from '#app/runtime/json.ts';
import { listTestedServers } from '#app/tester/servers/keeping/server-store.server.ts';

import { exportFiles } from './export-files.server.ts';
import { exportProject } from './export-project.server.ts';
import { loadOwnRows, pageDrafts, pageProjects } from './export-store.server.ts';

/** One line of an export; `kind` says what it is about. */
export interface ExportRecord {
  kind: string;
  [member: string]: unknown;
}

/** Rises with a change that a reader has to know of. */
const FORMAT = 1;

/** Somebody whose things are exported. */
interface Exported {
  uid: string;
  accountId: string;
}

/**
 * Everything that is kept of a user and their own account, one thing after the other: no more than one chat, one
 * version, or a part of an attached file is held at a time. Of secrets and keys there is the name, never the value; of
 * teams the name and the user's role. The last record is of kind `end`: without it the file is incomplete.
 */
export async function* exportAccount(
  app: AppContext,
  { uid, accountId }: Exported,
  now: number,
): AsyncGenerator<ExportRecord> {
  let records = 0;
  for await (const record of allRecords(app, { uid, accountId }, now)) {
    records += 1;
    yield record;
  }
  yield { kind: 'end', records };
}

async function* allRecords(app: AppContext, who: Exported, now: number) {
  yield { kind: 'export', format: FORMAT, origin: app.origin, exportedAt: now };
  yield* exportOwnRows(app, who, now);
  for await (const project of pagesOf((after) => pageProjects(app.env.DB, who.accountId, after))) {
    yield* exportProject(app, who.accountId, project, now);
  }
  const written = new Set<string>();
  for await (const draft of pagesOf((after) => pageDrafts(app.env.DB, who.accountId, after))) {
    yield await exportChat(app, draft);
    yield* exportFiles(app, draft.id, written);
  }
}

async function* exportOwnRows(
  { env }: AppContext,
  { uid, accountId }: Exported,
  now: number,
): AsyncGenerator<ExportRecord> {
  const { user, subscription, github, reports } = await loadOwnRows(env.DB, uid, accountId);
  yield { kind: 'account', id: accountId, ...user };
  if (subscription) yield { kind: 'subscription', ...subscription };
  if (github) yield { kind: 'githubConnection', ...github };
  for (const { report, ...rest } of reports) {
    yield { kind: 'checkReport', ...rest, report: parseJson(report) };
  }
  for (const { device, createdAt, seenAt } of await listSessions(env.DB, uid, now)) {
    yield { kind: 'session', device, createdAt, seenAt };
  }
  for (const { kind, name, role } of await listOwnAccounts(env.DB, uid)) {
    if (kind === 'team') yield { kind: 'team', name, role };
  }
  for (const key of await listApiKeys(env.DB, accountId, now)) yield { ...key, kind: 'apiKey' };
  for (const { kind: provider, ...key } of await listModelKeys(env.DB, accountId)) {
    yield { kind: 'modelKey', provider, ...key };
  }
  for (const server of await listTestedServers(env.DB, accountId)) {
    yield { kind: 'testedServer', ...server };
  }
}

type DraftRow = Awaited<ReturnType<typeof pageDrafts>>[number];

/** A chat with all its messages and its server; one that cannot be read keeps none of the others. */
async function exportChat(app: AppContext, draft: DraftRow): Promise<ExportRecord> {
  const { blueprint, ...head } = draft;
  try {
    const [text, server] = await Promise.all([
      toChatStub(app.env, draft.id).readChat(),
      loadBlueprintText(app.env, { blueprint }),
    ]);
    const conversation: unknown = await new Response(text).json();
    return { kind: 'chat', ...head, blueprint: parseJson(server), conversation };
  } catch (error) {
    app.log.error('export.unreadable', { draft: draft.id, error });
    return { kind: 'unreadable', what: 'chat', ...head };
  }
}

/** Rows page by page, until there are no more. */
async function* pagesOf<Row extends { id: string }>(
  load: (after: string) => PromiseLike<Row[]>,
): AsyncGenerator<Row> {
  let after = '';
  for (;;) {
    const rows = await load(after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
