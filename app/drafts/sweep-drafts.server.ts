import { chunk } from '#app/platform/chunk.ts';
import { sweepBlobs } from '#app/platform/stores/sweep-blobs.server.ts';
import { ARTIFACT_PREFIX } from '#app/sandbox/artifact-store.server.ts';
import { removeSecrets } from '#app/secrets/store.server.ts';

import { ATTACHMENT_PREFIX } from './documents/attachment-blobs.server.ts';
import { BLUEPRINT_PREFIX, WARNINGS_PREFIX } from './documents/document-store.server.ts';
import {
  forgetDrafts,
  listExpired,
  listReferenced,
  refersToContent,
} from './draft-index.server.ts';
import type { RowPart } from './draft-index.server.ts';
import { CONVERSATION_PREFIX } from './publishing/conversation-blobs.server.ts';
import { findEnded } from './find-ended.server.ts';
import { toSecretOwner } from './secrets/draft-secrets.server.ts';
import { removeOrphans } from './remove-drafts.server.ts';
import { REPORT_PREFIX, removeReports } from './report-store.server.ts';

/** D1 takes 100 parameters a query. */
const BATCH = 90;
/** Each asks one object or two; a run of a Worker may ask 1,000 times. */
const MAX_DRAFTS_PER_RUN = 400;

/** Under which prefix a blob bears the name that a draft's row has as its id, or a part of its content. */
const PREFIXES: [part: RowPart, prefix: string][] = [
  ['blueprint', BLUEPRINT_PREFIX],
  ['warnings', WARNINGS_PREFIX],
  ['artifact', ARTIFACT_PREFIX],
  ['attachment', ATTACHMENT_PREFIX],
  ['conversation', CONVERSATION_PREFIX],
  // It went with its draft, unless it was still being made then.
  ['id', REPORT_PREFIX],
];

type SweepBindings = Pick<Env, 'DB' | 'BLOBS' | 'CACHE' | 'DRAFTS'>;

export interface Swept {
  drafts: number;
  blobs: number;
}

/** Removes expired drafts' rows, secrets and reports, drafts whose account is gone, and blobs that no draft refers to any more. */
export async function sweepDrafts(env: SweepBindings, now: number): Promise<Swept> {
  // A database that refers to nothing is one that was lost, or is another one: it says nothing about blobs.
  if (!(await refersToContent(env.DB))) return { drafts: 0, blobs: 0 };
  const drafts = (await removeExpired(env, now)) + (await removeOrphans(env));
  let blobs = 0;
  for (const [part, prefix] of PREFIXES) {
    blobs += await sweepBlobs(env, prefix, (names) => listReferenced(env.DB, part, names), now);
  }
  return { drafts, blobs };
}

async function removeExpired(env: SweepBindings, now: number): Promise<number> {
  const { DB, BLOBS } = env;
  const expired = await listExpired(DB, now, MAX_DRAFTS_PER_RUN);
  const ended = await findEnded(env, expired, now);
  for (const ids of chunk(ended, BATCH)) {
    // Rows last: while they stand, the next run finds the drafts again.
    await removeSecrets(DB, ids.map(toSecretOwner));
    await removeReports(BLOBS, ids);
    await forgetDrafts(DB, ids);
  }
  return ended.length;
}
