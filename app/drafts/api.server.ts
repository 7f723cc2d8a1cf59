import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';

import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { limitCalls } from '#app/platform/limit-calls.server.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { answerInvalid } from '#app/platform/validation.ts';

import {
  answerBlueprint,
  answerDraft,
  answerFiles,
  answerPreview,
  answerProblem,
  answerZip,
} from './answer-draft.server.ts';
import { changeDraft } from './documents/change-draft.server.ts';
import { changeSecret, forgetSecret } from './secrets/change-secret.server.ts';
import { DraftChange, SecretChange } from './draft-change.ts';
import { SecretStatus, toEtag } from './draft.ts';
import { findDraft, findDraftToChange, findOwnDraft } from './find-draft.server.ts';
import { importIntoDraft } from './documents/import-into-draft.server.ts';
import { readImport } from './documents/read-import.server.ts';
import { submitDraft } from './documents/submit-draft.server.ts';

/** Edits of a draft, code included; only a document may be larger. */
const MAX_CHANGE_BYTES = 4 * 1_048_576;
const MAX_SECRET_BYTES = 1_048_576;

/** Drafts over HTTP, mounted at `/api/drafts`. */
export const draftsApi = new Hono<AppEnv>()
  .use(limitCalls)
  .post('/', async (c) => {
    const { app } = c.var;
    const refused = await refuseAboveRate(app, app.env.LIMIT_DRAFTS, addressKey(c.req.raw));
    return refused ?? submitDraft(app, c.req.raw);
  })
  .get('/:id', async (c) => {
    const found = await findDraft(c.var.app, c.req.raw, c.req.param('id'));
    return found.ok ? answerDraft(c.var.app, found.value) : answerProblem(c.var.app, found);
  })
  .patch(
    '/:id',
    limitBody(MAX_CHANGE_BYTES),
    zValidator('json', DraftChange, answerInvalid),
    async (c) => {
      const found = await findDraftToChange(c.var.app, c.req.raw, c.req.param('id'));
      if (!found.ok) return answerProblem(c.var.app, found);
      const changed = await changeDraft(c.var.app, found.value.head, c.req.valid('json'));
      if (!changed.ok) return answerProblem(c.var.app, changed);
      return answerDraft(c.var.app, { ...found.value, head: changed.value });
    },
  )
  .post('/:id/import', async (c) => {
    const { app } = c.var;
    const request = c.req.raw;
    const refused = await refuseAboveRate(
      app,
      app.env.LIMIT_DRAFTS,
      `import:${addressKey(request)}`,
    );
    if (refused) return refused;
    const found = await findDraftToChange(app, request, c.req.param('id'));
    if (!found.ok) return answerProblem(app, found);
    const read = await readImport(request);
    if (!read.ok) return answerProblem(app, read);
    const { head } = found.value;
    if (c.req.query('preview') !== undefined) return answerPreview(app, head, read.value);
    const changed = await importIntoDraft(app, head, read.value);
    if (!changed.ok) return answerProblem(app, changed);
    return answerDraft(app, { ...found.value, head: changed.value });
  })
  .get('/:id/blueprint', async (c) => {
    const found = await findDraft(c.var.app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProblem(c.var.app, found);
    const { head } = found.value;
    return answerBlueprint(c.var.app, head, toEtag(head.revision));
  })
  .get('/:id/files', async (c) => {
    const found = await findDraft(c.var.app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProblem(c.var.app, found);
    const { head } = found.value;
    return answerFiles(c.var.app, head, toEtag(head.revision));
  })
  .get('/:id/files.zip', async (c) => {
    // Packing costs computing time, and needs only the draft's id.
    const key = `zip:${addressKey(c.req.raw)}`;
    const refused = await refuseAboveRate(c.var.app, c.var.app.env.LIMIT_DRAFTS, key);
    if (refused) return refused;
    const found = await findDraft(c.var.app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProblem(c.var.app, found);
    const { head } = found.value;
    return answerZip(c.var.app, head, toEtag(head.revision));
  })
  .put(
    '/:id/secrets/:name',
    limitBody(MAX_SECRET_BYTES),
    zValidator('json', SecretChange, answerInvalid),
    async (c) => {
      const found = await findOwnDraft(c.var.app, c.req.raw, c.req.param('id'));
      if (!found.ok) return answerProblem(c.var.app, found);
      const change = c.req.valid('json');
      const changed = await changeSecret(c.var.app, found.value, c.req.param('name'), change);
      if (!changed.ok) return answerProblem(c.var.app, changed);
      return answerJson(SecretStatus, changed.value, { headers: PRIVATE_HEADERS });
    },
  )
  .delete('/:id/secrets/:name', async (c) => {
    const found = await findOwnDraft(c.var.app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProblem(c.var.app, found);
    await forgetSecret(c.var.app, found.value, c.req.param('name'));
    return c.body(null, 204);
  });
