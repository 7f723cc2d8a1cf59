import {
  jsonRequest,
  readJsonAnswer,
  sendRequest,
  toFailure,
  type RequestFailure,
} from '#app/api-client/api-request.ts';
import { readEventStream } from '#app/api-client/event-stream.ts';
import { getDraft } from '#app/drafts/draft-client.ts';
import type { DraftProgress } from '#app/drafts/draft.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { readJson } from '#app/platform/shape.ts';

import { postProject } from './project-client.ts';
import { PROJECT_EVENTS } from './project-creation.ts';
import { ProjectView } from './project.ts';

/** The source that a new project is made from. */
export type ProjectSource =
  | { kind: 'url'; url: string }
  | { kind: 'document'; body: Blob }
  | { kind: 'template'; id: string }
  | { kind: 'chat'; id: string }
  | { kind: 'blank' };

interface Options {
  /** Empty: the title that the source has. */
  title: string;
  /** Id of the team that gets it; undefined: the user's own account. */
  account: string | undefined;
  /** The same for each attempt of one wish, so that it makes one project only. */
  key: string;
  signal: AbortSignal;
  onProgress: (progress: DraftProgress) => void;
}

/** Makes a project of a source, and reports each step on the way. */
export async function createProject(
  source: ProjectSource,
  options: Options,
): Promise<Result<ProjectView, RequestFailure>> {
  const { title, account, key, signal, onProgress } = options;
  if (source.kind === 'chat') return saveChat(source.id, { title, account }, key);
  const query = new URLSearchParams({
    ...(source.kind === 'blank' ? { from: 'blank' } : {}),
    ...(title === '' ? {} : { title }),
    ...(account && { account }),
  });
  const headers = { accept: 'text/event-stream', 'idempotency-key': key };
  const init = { ...toInit(source, headers), method: 'POST', signal };
  const sent = await sendRequest(`/api/projects/begin?${query.toString()}`, init);
  if (!sent.ok) return sent;
  const { body } = sent.value;
  const isStream = sent.value.headers.get('content-type')?.startsWith('text/event-stream');
  return body && isStream
    ? followCreation(body, onProgress)
    : readJsonAnswer(ProjectView, sent.value);
}

/** Saves the server of a chat as it is now. */
async function saveChat(
  id: string,
  { title, account }: Pick<Options, 'title' | 'account'>,
  key: string,
): Promise<Result<ProjectView, RequestFailure>> {
  const draft = await getDraft(id);
  if (!draft.ok) return draft;
  const { revision, blueprint } = draft.value;
  const named = title || blueprint.identity.title || blueprint.identity.name;
  return postProject({ draft: id, revision, title: named.slice(0, 120), account }, key);
}

function toInit(
  source: Exclude<ProjectSource, { kind: 'chat' }>,
  headers: Record<string, string>,
): RequestInit {
  switch (source.kind) {
    case 'blank':
      return { headers };
    case 'url':
      return jsonRequest('POST', { url: source.url }, headers);
    case 'template':
      return jsonRequest('POST', { template: source.id }, headers);
    case 'document':
      return {
        headers: { ...headers, 'content-type': 'text/plain;charset=utf-8' },
        body: source.body,
      };
  }
}

/** Follows the creation of a project to its end. */
async function followCreation(
  body: NonNullable<Response['body']>,
  onProgress: (progress: DraftProgress) => void,
): Promise<Result<ProjectView, RequestFailure>> {
  try {
    for await (const { event, data } of readEventStream(body)) {
      if (event === 'progress') {
        const progress = readJson(PROJECT_EVENTS.progress, data);
        if (progress !== null) onProgress(progress);
      }
      if (event === 'project') {
        const project = readJson(PROJECT_EVENTS.project, data);
        return project === null ? fail({ reason: 'unreadable' }) : succeed(project);
      }
      if (event === 'problem') {
        const problem = readJson(PROJECT_EVENTS.problem, data);
        return fail(problem === null ? { reason: 'unreadable' } : { reason: 'problem', problem });
      }
    }
    return fail({ reason: 'network' });
  } catch (error) {
    return fail(toFailure(error));
  }
}
