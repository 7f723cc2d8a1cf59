import type { DraftView } from '#app/drafts/draft.ts';
import type { GithubOfProject, ProjectLink, ProjectPush } from '#app/github/links/project-link.ts';
import type { PushPreview } from '#app/github/push/push-preview.ts';
import type { ProjectView } from '#app/projects/project.ts';

import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import type { GithubUser } from './github-user.workerd.ts';

/** A project of somebody who has connected GitHub, and what they do with it. */
export class PushedProject {
  readonly #path: string;

  private constructor(
    readonly user: GithubUser,
    readonly project: ProjectView,
    private draft: DraftView,
  ) {
    this.#path = `/api/projects/${project.id}/github`;
  }

  static async make(user: GithubUser, title = 'Upstream'): Promise<PushedProject> {
    const draft = await ask<DraftView>(user, 'POST', '/api/drafts', UPSTREAM_DOCUMENT);
    const { id, revision } = draft;
    const project = await ask<ProjectView>(user, 'POST', '/api/projects', {
      draft: id,
      revision,
      title,
    });
    return new PushedProject(user, project, draft);
  }

  get id(): string {
    return this.project.id;
  }

  /** Saves the next version: a tool has another description, or another edit was made. */
  async save(edit: object, message = 'A change'): Promise<number> {
    const { id } = this.draft;
    const headers = { 'if-match': `"${this.draft.revision}"` };
    this.draft = await ask(this.user, 'PATCH', `/api/drafts/${id}`, { edits: [edit] }, headers);
    const { latest } = await ask<ProjectView>(this.user, 'GET', `/api/projects/${this.id}`);
    const body = { draft: id, revision: this.draft.revision, base: latest, message };
    const version = await ask<{ number: number }>(
      this.user,
      'POST',
      `/api/projects/${this.id}/versions`,
      body,
    );
    return version.number;
  }

  link(name: string, over: { owner?: string; branch?: string } = {}): Promise<ProjectLink> {
    return ask(this.user, 'PUT', this.#path, { owner: 'octo-dev', name, ...over });
  }

  read(): Promise<GithubOfProject> {
    return ask(this.user, 'GET', this.#path);
  }

  preview(version: number): Promise<PushPreview> {
    return ask(this.user, 'POST', `${this.#path}/pushes?preview=1`, { version });
  }

  push(version: number, over: object = {}, key?: string): Promise<ProjectPush> {
    return ask(this.user, 'POST', `${this.#path}/pushes`, { version, ...over }, toHeaders(key));
  }

  /** A push that may be refused. */
  tryPush(version: number, over: object = {}, key?: string): Promise<Response> {
    const body = JSON.stringify({ version, ...over });
    const headers = { 'content-type': 'application/json', ...toHeaders(key) };
    return this.user.fetch(`${this.#path}/pushes`, { method: 'POST', body, headers });
  }
}

function toHeaders(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { 'idempotency-key': key };
}

async function ask<Body>(
  user: GithubUser,
  method: string,
  path: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<Body> {
  const headers = { 'content-type': 'application/json', ...more };
  const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
  const answer = await user.fetch(path, init);
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json<Body>();
}
