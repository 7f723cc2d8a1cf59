import { env } from 'cloudflare:workers';

import type { DraftView } from '#app/drafts/draft.ts';
import { sha256 } from '#app/platform/sha256.ts';
import type { EndpointView } from '#app/projects/endpoint/endpoint.ts';
import type { ProjectView } from '#app/projects/project.ts';
import type { ListedVersion } from '#app/projects/version.ts';

import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { Browser, newUid, SITE } from '../setup/browser.workerd.ts';

export type OwnDraft = DraftView & { token: string };

let slugs = 0;

/** A slug that no other test uses. */
export function newSlug(): string {
  slugs += 1;
  return `server-${slugs}-${crypto.randomUUID().slice(0, 8)}`;
}

/** A signed-in user who saves drafts into projects. */
export class ProjectOwner {
  readonly browser = new Browser();
  readonly uid = newUid();
  account = '';
  /** The ID token that they have signed in with. */
  token = '';

  /** @param over claims of the ID token */
  static async signIn(over: Record<string, unknown> = {}): Promise<ProjectOwner> {
    const owner = new ProjectOwner();
    owner.token = await owner.browser.signIn({ sub: owner.uid, ...over });
    const found = env.DB.prepare('select id from accounts where personal_uid = ?').bind(owner.uid);
    owner.account = (await found.first<string>('id')) ?? '';
    return owner;
  }

  /** Pays for a larger plan. */
  async buy(tier: 'pro' | 'team'): Promise<void> {
    const buy = env.DB.prepare(
      'insert into subscriptions (account_id, tier, is_active, changed_at) values (?, ?, 1, 0)',
    );
    await buy.bind(this.account, tier).run();
    await env.CACHE.delete(`tier:v1:${await sha256(this.uid)}`);
  }

  /** Pays for nothing any more. */
  async cancel(): Promise<void> {
    const remove = env.DB.prepare('delete from subscriptions where account_id = ?');
    await remove.bind(this.account).run();
    await env.CACHE.delete(`tier:v1:${await sha256(this.uid)}`);
  }

  send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    if (body === undefined) return this.browser.fetch(path, { method, headers });
    return this.browser.fetch(path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }

  /** A request as the server code gets it. */
  request(headers: Record<string, string> = {}): Request {
    return this.browser.request(SITE, { method: 'POST', headers });
  }

  /** Asks for JSON; throws where the answer is another status. */
  async ask<Body>(method: string, path: string, body?: unknown, status = 200): Promise<Body> {
    const answer = await this.send(method, path, body);
    if (answer.status !== status) throw new Error(`${answer.status} ${await answer.text()}`);
    return answer.json<Body>();
  }

  draft(document: object = UPSTREAM_DOCUMENT): Promise<OwnDraft> {
    return this.ask('POST', '/api/drafts', document, 201);
  }

  /** Changes a draft, and returns it as it is then. */
  async edit(draft: DraftView, ...edits: object[]): Promise<OwnDraft> {
    const answer = await this.send(
      'PATCH',
      `/api/drafts/${draft.id}`,
      { edits },
      {
        'if-match': `"${draft.revision}"`,
      },
    );
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    return answer.json();
  }

  saveProject(draft: DraftView, over: object = {}): Promise<ProjectView> {
    return this.ask('POST', '/api/projects', toNewProject(draft, over), 201);
  }

  saveVersion(
    project: Pick<ProjectView, 'id'>,
    draft: DraftView,
    over: { base: number } & Record<string, unknown>,
  ): Promise<ListedVersion> {
    const body = { draft: draft.id, revision: draft.revision, ...over };
    return this.ask('POST', `/api/projects/${project.id}/versions`, body, 201);
  }

  publish({ id }: Pick<ProjectView, 'id'>, version: number): Promise<EndpointView> {
    return this.ask('POST', `/api/projects/${id}/publication`, { version });
  }
}

/** Body of `POST /api/projects`. */
export function toNewProject(draft: DraftView, over: object = {}): object {
  return { draft: draft.id, revision: draft.revision, title: 'Upstream', ...over };
}

/** An edit that gives a tool another name. */
export function rename(from: string, to: string): object {
  return { edit: 'renameTool', from, to };
}

/** The statuses of answers to requests of the same moment, in rising order. */
export function statusesOf(answers: Response[]): number[] {
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}

/** The type of a problem document, or what is said about it where it has none. */
export async function problemOf(answer: Response): Promise<string> {
  const { status, type, detail } = await answer.json<{
    status: number;
    type: string;
    detail: string;
  }>();
  return `${status} ${type === 'about:blank' ? detail : type.replace('urn:mcp-builder:', '')}`;
}
