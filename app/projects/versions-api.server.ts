import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import * as z from 'zod';

import {
  answerBlueprint,
  answerFiles,
  answerProblem,
  answerZip,
} from '#app/drafts/answer-draft.server.ts';
import { NewChat, toEtag } from '#app/drafts/draft.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { answerInvalid } from '#app/platform/validation.ts';

import { continueVersion } from './continue-version.server.ts';
import { diffVersions } from './diff-versions.server.ts';
import { findOwnProject, findOwnVersion } from './find-project.server.ts';
import { NewVersion } from './project-change.ts';
import { answerProjectProblem } from './project-problem.server.ts';
import { saveVersion } from './save-version.server.ts';
import { listSavedTests } from './tests/test-store.server.ts';
import { toFilesEtag } from './tests/to-files-etag.server.ts';
import { listVersions } from './version-store.server.ts';
import { VersionDiff } from './version-diff.ts';
import { ListedVersion, VersionList, VersionView } from './version.ts';
import { toListedVersion, viewVersion } from './view-version.server.ts';

const VersionQuery = z.object({ before: z.coerce.number().int().min(1).optional() });
const DiffQuery = z.object({ from: z.coerce.number().int().min(1).max(999_999_999) });

/** Versions of projects; part of `/api/projects`. */
export const versionsApi = new Hono<AppEnv>()
  .get('/:id/versions', zValidator('query', VersionQuery, answerInvalid), async (c) => {
    const { app } = c.var;
    const found = await findOwnProject(app, c.req.raw, c.req.param('id'), 'viewer');
    if (!found.ok) return answerProjectProblem(app, found);
    const { project } = found.value;
    const page = await listVersions(app.env.DB, project.id, c.req.valid('query').before);
    const versions = page.versions.map((row) => toListedVersion(row, project));
    const list = { versions, latest: project.latest, next: page.next };
    return answerJson(VersionList, list, { headers: PRIVATE_HEADERS });
  })
  .post('/:id/versions', zValidator('json', NewVersion, answerInvalid), async (c) => {
    const { app } = c.var;
    const key = `save:${addressKey(c.req.raw)}`;
    const refused = await refuseAboveRate(app, app.env.LIMIT_DRAFTS, key);
    if (refused) return refused;
    const found = await findOwnProject(app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProjectProblem(app, found);
    const saved = await saveVersion(app, c.req.raw, found.value, c.req.valid('json'));
    if (!saved.ok) return answerProjectProblem(app, saved);
    const { version, isNew } = saved.value;
    const listed = toListedVersion(version, found.value.project);
    const location = `/api/projects/${version.project}/versions/${version.number}`;
    const headers = { ...PRIVATE_HEADERS, location };
    return answerJson(ListedVersion, listed, { status: isNew ? 201 : 200, headers });
  })
  .get('/:id/versions/:number', async (c) => {
    const { id, number } = c.req.param();
    const found = await findOwnVersion(c.var.app, c.req.raw, id, number);
    if (!found.ok) return answerProjectProblem(c.var.app, found);
    const view = await viewVersion(c.var.app, found.value);
    return answerJson(VersionView, view, { headers: PRIVATE_HEADERS });
  })
  .get('/:id/versions/:number/blueprint', async (c) => {
    const { id, number } = c.req.param();
    const found = await findOwnVersion(c.var.app, c.req.raw, id, number);
    if (!found.ok) return answerProjectProblem(c.var.app, found);
    const { version } = found.value;
    return answerBlueprint(c.var.app, version, toEtag(version.number));
  })
  .get('/:id/versions/:number/files', async (c) => {
    const { id, number } = c.req.param();
    const found = await findOwnVersion(c.var.app, c.req.raw, id, number);
    if (!found.ok) return answerProjectProblem(c.var.app, found);
    const { version } = found.value;
    const tests = await listSavedTests(c.var.app.env.DB, id);
    const etag = await toFilesEtag(version.number, tests);
    return answerFiles(c.var.app, version, etag, tests);
  })
  .get('/:id/versions/:number/files.zip', async (c) => {
    // Packing costs computing time.
    const key = `zip:${addressKey(c.req.raw)}`;
    const refused = await refuseAboveRate(c.var.app, c.var.app.env.LIMIT_DRAFTS, key);
    if (refused) return refused;
    const { id, number } = c.req.param();
    const found = await findOwnVersion(c.var.app, c.req.raw, id, number);
    if (!found.ok) return answerProjectProblem(c.var.app, found);
    const { version } = found.value;
    const tests = await listSavedTests(c.var.app.env.DB, id);
    const etag = await toFilesEtag(version.number, tests);
    return answerZip(c.var.app, version, etag, tests);
  })
  .get('/:id/versions/:number/diff', zValidator('query', DiffQuery, answerInvalid), async (c) => {
    const { app } = c.var;
    // Comparing costs computing time.
    const key = `diff:${addressKey(c.req.raw)}`;
    const refused = await refuseAboveRate(app, app.env.LIMIT_DRAFTS, key);
    if (refused) return refused;
    const { id, number } = c.req.param();
    const found = await findOwnVersion(app, c.req.raw, id, number);
    if (!found.ok) return answerProjectProblem(app, found);
    const diff = await diffVersions(app, found.value, c.req.valid('query').from);
    if (!diff.ok) return answerProjectProblem(app, diff);
    return answerJson(VersionDiff, diff.value, { headers: PRIVATE_HEADERS });
  })
  .post('/:id/versions/:number/draft', async (c) => {
    const { app } = c.var;
    const refused = await refuseAboveRate(app, app.env.LIMIT_DRAFTS, addressKey(c.req.raw));
    if (refused) return refused;
    const { id, number } = c.req.param();
    const found = await findOwnVersion(app, c.req.raw, id, number, 'editor');
    if (!found.ok) return answerProjectProblem(app, found);
    const continued = await continueVersion(app, found.value);
    if (!continued.ok) return answerProblem(app, continued);
    const headers = { location: `/api/chats/${continued.value}` };
    return answerJson(NewChat, { id: continued.value }, { status: 201, headers });
  });
