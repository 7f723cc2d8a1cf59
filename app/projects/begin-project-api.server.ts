import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';

import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { requireUser } from '#app/auth/caller.server.ts';
import type { ReportProgress } from '#app/drafts/documents/create-draft.server.ts';
import { readSubmission } from '#app/drafts/documents/read-submission.server.ts';
import { logError } from '#app/platform/failures/answer-error.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppContext, AppEnv } from '#app/platform/app-context.ts';
import { createEventStream } from '#app/platform/event-stream.server.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { toProblem } from '#app/platform/problem.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { readProblem } from '#app/platform/read-problem.ts';
import { succeed, type Result } from '#app/platform/result.ts';
import { answerInvalid } from '#app/platform/validation.ts';

import { beginProject, type Beginning } from './begin-project.server.ts';
import { ProjectBeginning } from './project-change.ts';
import { PROJECT_EVENTS } from './project-creation.ts';
import { answerProjectProblem, type ProjectProblem } from './project-problem.server.ts';
import { ProjectView } from './project.ts';
import type { SavedProject } from './save-project.server.ts';
import { toProjectView } from './view-project.server.ts';

type Begin = (report: ReportProgress) => Promise<Result<SavedProject, ProjectProblem>>;

/**
 * Projects that begin without a chat, part of `/api/projects`: the body is a document of any format, or
 * what `POST /api/drafts` takes in its place. Answers JSON, or an event stream with the progress.
 */
export const beginProjectApi = new Hono<AppEnv>().post(
  '/begin',
  zValidator('query', ProjectBeginning, answerInvalid),
  async (c) => {
    const { app } = c.var;
    const request = c.req.raw;
    const refused = await refuseAboveRate(app, app.env.LIMIT_DRAFTS, addressKey(request));
    if (refused) return refused;
    const caller = await requireUser(app, request);
    if (!caller.ok) return answerAuthFailure(app, caller);
    const { from, ...named } = c.req.valid('query');
    const submission: Result<Beginning['submission'], ProjectProblem> =
      from === 'blank' ? succeed({ kind: 'blank' }) : await readSubmission(request);
    if (!submission.ok) return answerProjectProblem(app, submission);
    const beginning = { ...named, submission: submission.value };
    const begin: Begin = (report) => beginProject(app, request, caller.value, beginning, report);
    if (request.headers.get('accept')?.includes('text/event-stream')) {
      return streamProject(app, request, begin);
    }
    const begun = await begin(() => {});
    if (!begun.ok) return answerProjectProblem(app, begun);
    const { project, isNew } = begun.value;
    const headers = { ...PRIVATE_HEADERS, location: `/api/projects/${project.id}` };
    return answerJson(ProjectView, toProjectView(project), { status: isNew ? 201 : 200, headers });
  },
);

function streamProject(app: AppContext, request: Request, begin: Begin): Response {
  return createEventStream(
    PROJECT_EVENTS,
    async (send) => {
      const fallback = (error: unknown) => toProblem(app, logError(app, request, error));
      try {
        const begun = await begin((progress) => send('progress', progress));
        if (begun.ok) return send('project', toProjectView(begun.value.project));
        const answer = answerProjectProblem(app, begun);
        send(
          'problem',
          readProblem(await answer.json(), answer) ?? fallback('no problem document'),
        );
      } catch (error) {
        // The status is sent already, so what nobody expected ends the stream as an event.
        send('problem', fallback(error));
      }
    },
    app.waitUntil,
    {},
  );
}
