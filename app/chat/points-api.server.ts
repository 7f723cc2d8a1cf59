import { zValidator } from '@hono/zod-validator';
import { Hono, type Context } from 'hono';
import * as z from 'zod';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { describeDiff } from '#app/blueprint/diff/describe-diff.ts';
import { diffBlueprints } from '#app/blueprint/diff/diff-blueprints.ts';
import { diffFiles } from '#app/blueprint/diff/diff-files.ts';
import { listToolChanges } from '#app/blueprint/diff/list-tool-changes.ts';
import { answerProblem } from '#app/drafts/answer-draft.server.ts';
import { loadDocument } from '#app/drafts/documents/document-store.server.ts';
import type { DraftContent } from '#app/drafts/draft-state.ts';
import type { FindProblem } from '#app/drafts/find-draft.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppContext, AppEnv } from '#app/platform/app-context.ts';
import { problem } from '#app/platform/problem.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { answerInvalid } from '#app/platform/validation.ts';
import { loadArtifactPart } from '#app/sandbox/artifact-store.server.ts';

import { restorePoint, toChatStub } from './chat-stub.server.ts';
import { findOwnChat } from './find-chat.server.ts';
import { PointChanges, PointDiff, PointList, RestoredPoint } from './point-answers.ts';

const PointNumber = z.object({ id: z.string(), n: z.coerce.number().int().min(1) });
const FileOfPoint = PointNumber.extend({ path: z.string() });
const DiffQuery = z.object({ to: z.coerce.number().int().min(1).optional() });

type PointProblem = FindProblem | { reason: 'noSuchPoint' };

/** Restore points of a chat, part of `/api/chats`; its owner's only. */
export const pointsApi = new Hono<AppEnv>()
  .get('/:id/points', async (c) => {
    const found = await findOwnChat(c.var.app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProblem(c.var.app, found);
    const { points, stored } = await toChatStub(c.var.app.env, found.value.head.id).listPoints();
    const current = points.at(-1)?.number ?? 0;
    return answerJson(PointList, { points, current, stored }, { headers: PRIVATE_HEADERS });
  })
  .get(
    '/:id/points/:n/diff',
    zValidator('param', PointNumber, answerInvalid),
    zValidator('query', DiffQuery, answerInvalid),
    async (c) => {
      const { id, n } = c.req.valid('param');
      const both = await findBoth(c, id, n, c.req.valid('query').to ?? 'current');
      if (!both.ok) return answerPointProblem(c.var.app, both);
      const found = await diff(c.var.app.env.BLOBS, both.value);
      return answerJson(PointDiff, found, { headers: PRIVATE_HEADERS });
    },
  )
  .get(
    '/:id/points/:n/tools',
    zValidator('param', PointNumber, answerInvalid),
    zValidator('query', DiffQuery, answerInvalid),
    async (c) => {
      const { id, n } = c.req.valid('param');
      const both = await findBoth(c, id, n, c.req.valid('query').to ?? 'current');
      if (!both.ok) return answerPointProblem(c.var.app, both);
      const [before, after] = await loadBoth(c.var.app.env.BLOBS, both.value);
      const found = listToolChanges(before, after);
      return answerJson(PointChanges, found, { headers: PRIVATE_HEADERS });
    },
  )
  .get(
    '/:id/points/:n/files/:path{.+}',
    zValidator('param', FileOfPoint, answerInvalid),
    async (c) => {
      const { id, n, path } = c.req.valid('param');
      const found = await findPoint(c, id, n);
      if (!found.ok) return answerPointProblem(c.var.app, found);
      const files = await loadArtifactPart(c.var.app.env.BLOBS, found.value.artifact, 'files');
      const file = files.find((each) => each.path === path);
      if (!file) return problem(c.var.app, { status: 404, detail: 'This file did not exist.' });
      return c.text(file.text, 200, PRIVATE_HEADERS);
    },
  )
  .post('/:id/points/:n/restore', zValidator('param', PointNumber, answerInvalid), async (c) => {
    const { id, n } = c.req.valid('param');
    const both = await findBoth(c, id, 'current', n);
    if (!both.ok) return answerPointProblem(c.var.app, both);
    const [before, after] = await loadBoth(c.var.app.env.BLOBS, both.value);
    const changed = describeDiff(diffBlueprints(before, after));
    const restored = await restorePoint(c.var.app.env, id, n, changed);
    if (!restored.ok) return answerPointProblem(c.var.app, restored);
    return answerJson(RestoredPoint, { point: restored.value }, { headers: PRIVATE_HEADERS });
  });

/** Finds the content of the visitor's own draft at a point, or its current content. */
async function findPoint(
  c: Context<AppEnv>,
  id: string,
  number: number | 'current',
): Promise<Result<DraftContent, PointProblem>> {
  const found = await findOwnChat(c.var.app, c.req.raw, id);
  if (!found.ok) return found;
  if (number === 'current') return succeed(found.value.head);
  const content = await toChatStub(c.var.app.env, id).readPoint(number);
  return content === null ? fail({ reason: 'noSuchPoint' }) : succeed(content);
}

/** Two states to compare. */
type Both = [from: DraftContent, to: DraftContent];

async function findBoth(
  c: Context<AppEnv>,
  id: string,
  from: number | 'current',
  to: number | 'current',
): Promise<Result<Both, PointProblem>> {
  const [before, after] = [await findPoint(c, id, from), await findPoint(c, id, to)];
  if (!before.ok) return before;
  return after.ok ? succeed([before.value, after.value]) : after;
}

async function diff(bucket: R2Bucket, both: Both) {
  const [from, to] = both;
  const [[before, after], filesBefore, filesAfter] = await Promise.all([
    loadBoth(bucket, both),
    loadArtifactPart(bucket, from.artifact, 'files'),
    loadArtifactPart(bucket, to.artifact, 'files'),
  ]);
  return { ...diffBlueprints(before, after), files: diffFiles(filesBefore, filesAfter) };
}

function loadBoth(bucket: R2Bucket, [from, to]: Both): Promise<[Blueprint, Blueprint]> {
  return Promise.all([
    loadDocument(bucket, 'blueprints', from.blueprint),
    loadDocument(bucket, 'blueprints', to.blueprint),
  ]);
}

function answerPointProblem(app: AppContext, failure: PointProblem): Response {
  if (failure.reason !== 'noSuchPoint') return answerProblem(app, failure);
  return problem(app, { status: 404, detail: 'This restore point no longer exists.' });
}
