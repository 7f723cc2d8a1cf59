import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { sign } from '@octokit/webhooks-methods';

import { keepLink, loadLink, type LinkRow } from '#app/github/links/link-store.server.ts';
import { insertPush, loadPush, type PushRow } from '#app/github/links/push-store.server.ts';
import type { Notice, NoticeList } from '#app/hosting/notices/notice.ts';
import type { EndpointView } from '#app/projects/endpoint/endpoint.ts';
import type { ProjectView } from '#app/projects/project.ts';

import worker from '../../workers/app.ts';
import { ProjectOwner, rename } from '../projects/project-owner.workerd.ts';

export const HOOK_SECRET = 'a-secret-of-webhooks';
export const WEBHOOK = 'https://builder.test/github/webhook';

/** GitHub, set up as an operator sets a GitHub App up. */
export const GITHUB_BINDINGS = {
  GITHUB_APP_ID: '1',
  GITHUB_APP_SLUG: 'mcp-builder-test',
  GITHUB_CLIENT_ID: 'Iv1.of-tests',
  GITHUB_CLIENT_SECRET: 'client-secret-of-tests',
  GITHUB_WEBHOOK_SECRET: HOOK_SECRET,
};

const hookEnv: Env = { ...env, ...GITHUB_BINDINGS };
const changed = new Map<string, Env>();

/** The bindings with others in their place, the same object for the same ones. */
function withBindings(more: Record<string, string>): Env {
  const key = JSON.stringify(more);
  const known = changed.get(key) ?? { ...hookEnv, ...more };
  changed.set(key, known);
  return known;
}

/** Sends a request to a Worker where GitHub is set up. */
export async function send(request: Request, more: Record<string, string> = {}): Promise<Response> {
  const context = createExecutionContext();
  const bindings = Object.keys(more).length === 0 ? hookEnv : withBindings(more);
  const answer = await worker.fetch(request, bindings, context);
  await waitOnExecutionContext(context);
  return answer;
}

/** A webhook as GitHub sends it. */
export interface Sent {
  event: string;
  payload: object;
  /** Id of the delivery; another one each time where absent. */
  id?: string;
  secret?: string;
  headers?: Record<string, string>;
}

/** The request of a webhook, signed. */
export async function toHookRequest(sent: Sent): Promise<Request> {
  const { event, payload, id = crypto.randomUUID(), secret = HOOK_SECRET } = sent;
  const body = JSON.stringify(payload);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'GitHub-Hookshot/1234567',
    'x-github-event': event,
    'x-github-delivery': id,
    'x-hub-signature-256': await sign(secret, body),
    ...sent.headers,
  };
  return new Request(WEBHOOK, { method: 'POST', body, headers });
}

/** Lets a webhook arrive. */
export async function hear(sent: Sent, more: Record<string, string> = {}): Promise<Response> {
  return send(await toHookRequest(sent), more);
}

let repositories = 4_000;

/** A project with two versions, linked to a repository of its own. */
export class HookedProject {
  private constructor(
    readonly owner: ProjectOwner,
    readonly project: ProjectView,
    readonly repository: { id: number; name: string; owner: { login: string }; private: boolean },
  ) {}

  static async start(change: Partial<LinkRow> = {}): Promise<HookedProject> {
    const owner = await ProjectOwner.signIn();
    const draft = await owner.draft();
    const project = await owner.saveProject(draft);
    await owner.saveVersion(project, await owner.edit(draft, rename('echo', 'again')), { base: 1 });
    repositories += 1;
    const id = repositories;
    const repository = { id, name: `server-${id}`, owner: { login: 'octo-dev' }, private: false };
    const hooked = new HookedProject(owner, project, repository);
    await hooked.link(change);
    return hooked;
  }

  /** Links the project, as its tab does. */
  async link(change: Partial<LinkRow> = {}): Promise<void> {
    const now = Date.now();
    await keepLink(env.DB, {
      project: this.project.id,
      repositoryId: this.repository.id,
      owner: this.repository.owner.login,
      name: this.repository.name,
      branch: 'main',
      isPrivate: false,
      linkedBy: this.owner.uid,
      publishesOnMerge: false,
      state: 'ok',
      headSha: null,
      pushedVersion: null,
      pushedSha: null,
      ci: null,
      hookId: null,
      linkedAt: now,
      updatedAt: now,
      ...change,
    });
  }

  /** A push of a version into an open pull request. */
  async propose(version: number, pull: number, change: Partial<PushRow> = {}): Promise<string> {
    const id = crypto.randomUUID();
    const now = Date.now();
    await insertPush(env.DB, {
      id,
      project: this.project.id,
      version,
      repositoryId: this.repository.id,
      branch: `mcp-builder/version-${version}`,
      commitSha: toSha(`commit of ${id}`),
      pull,
      state: 'open',
      createdBy: this.owner.uid,
      createdAt: now,
      updatedAt: now,
      ...change,
    });
    return id;
  }

  async seeLink(): Promise<LinkRow> {
    const link = await loadLink(env.DB, this.project.id);
    if (link === null) throw new Error('there is no link');
    return link;
  }

  async seePush(id: string): Promise<PushRow> {
    const push = await loadPush(env.DB, { id, project: this.project.id });
    if (push === null) throw new Error('there is no push');
    return push;
  }

  async published(): Promise<number | null> {
    const view = await this.owner.ask<ProjectView>('GET', `/api/projects/${this.project.id}`);
    return view.published;
  }

  seeEndpoint(): Promise<EndpointView> {
    return this.owner.ask('GET', `/api/projects/${this.project.id}/endpoint`);
  }

  /** Notices of merged pull requests, of all projects or one of them. */
  async notices(project?: string): Promise<Notice[]> {
    const query = project === undefined ? '' : `?project=${project}`;
    const list = await this.owner.ask<NoticeList>('GET', `/api/notices${query}`);
    return list.notices.filter(({ kind }) => kind === 'merge');
  }

  /** The event of a pull request, as documented and as far as it is read. */
  async pullEvent(push: string, over: object = {}): Promise<Sent> {
    const { pull: number, commitSha } = await this.seePush(push);
    const pull = {
      number,
      state: 'closed',
      merged: true,
      merge_commit_sha: toSha(`merge of ${number}`),
      base: { ref: 'main' },
      head: { sha: commitSha },
      ...over,
    };
    const payload = { action: 'closed', pull_request: pull, repository: this.repository };
    return { event: 'pull_request', payload };
  }
}

/** A name of a commit, made from words. */
export function toSha(words: string): string {
  const hex = [...new TextEncoder().encode(words)].map((byte) => byte.toString(16)).join('');
  return hex.slice(-40).padStart(40, '0');
}

/** How many lines the ledger has for deliveries. */
export async function countDeliveries(...ids: string[]): Promise<number> {
  const marks = ids.map(() => '?').join(',');
  const count = env.DB.prepare(
    `select count(*) as n from github_deliveries where id in (${marks})`,
  );
  return (await count.bind(...ids).first<number>('n')) ?? 0;
}
