import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { DraftView } from '#app/drafts/draft.ts';
import type { ProjectPush } from '#app/github/links/project-link.ts';
import type { NewPull, PulledEdits, PullPreview } from '#app/github/pull/pull-preview.ts';
import type { ProjectView } from '#app/projects/project.ts';

import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import type { openGithubSite, GithubUser } from './github-user.workerd.ts';

type Site = ReturnType<typeof openGithubSite>;

const CODE = `export default async (args, context) => {
  const answer = await context.json('upstream', { path: '/echo' });
  return { times: args.times, answer };
};
`;

const GREET = {
  edit: 'upsertTool',
  tool: {
    name: 'greet',
    description: 'Greets.',
    enabled: true,
    inputSchema: { type: 'object', properties: { times: { type: 'integer' } } },
    action: { kind: 'code', source: CODE },
  },
};

let repositories = 0;

/** A project whose first version was pushed to a repository, in which its developer then edits files. */
export class PulledProject {
  private constructor(
    readonly site: Site,
    readonly user: GithubUser,
    readonly project: ProjectView,
    readonly place: { owner: string; name: string },
  ) {}

  static async push(site: Site, { pushes = true } = {}): Promise<PulledProject> {
    const user = await site.connect();
    const drafted = await askAs<DraftView>(user, 'POST', '/api/drafts', UPSTREAM_DOCUMENT);
    const draft = await editAs(user, drafted, GREET);
    const project = await askAs<ProjectView>(user, 'POST', '/api/projects', {
      draft: draft.id,
      revision: draft.revision,
      title: 'Upstream',
    });
    repositories += 1;
    const place = { owner: 'octo-dev', name: `pulled-${repositories}` };
    await site.control.addRepository({ ...place, files: { 'notes.md': 'Mine.\n' } });
    const pulled = new PulledProject(site, user, project, place);
    await pulled.ask('PUT', '/github', place);
    if (pushes) await pulled.ask<ProjectPush>('POST', '/github/pushes', { version: 1 });
    return pulled;
  }

  ask<Body>(method: string, path: string, body?: object): Promise<Body> {
    return askAs(this.user, method, `/api/projects/${this.project.id}${path}`, body);
  }

  /** The text of a generated file. */
  async generated(path: string, version = 1): Promise<string> {
    const files = await this.ask<{ path: string; text: string }[]>(
      'GET',
      `/versions/${version}/files`,
    );
    const file = files.find((each) => each.path === path);
    if (file === undefined) throw new Error(`There is no ${path}.`);
    return file.text;
  }

  /** Somebody edits generated files and commits them. */
  async edit(edits: Record<string, (text: string) => string>): Promise<string> {
    const files = await Promise.all(
      Object.entries(edits).map(async ([path, change]) => {
        const text = await this.generated(path);
        const changed = change(text);
        if (changed === text) throw new Error(`${path} stays as it is.`);
        return [path, changed] as const;
      }),
    );
    return this.commit(Object.fromEntries(files));
  }

  commit(files: Parameters<Site['control']['commit']>[0]['files']): Promise<string> {
    return this.site.control.commit({ ...this.place, files });
  }

  preview(): Promise<PullPreview> {
    return this.ask('POST', '/github/pull?preview=1', {});
  }

  take(pull: NewPull, headers?: Record<string, string>): Promise<PulledEdits> {
    return askAs(this.user, 'POST', this.path, pull, headers);
  }

  /** The words with which a pull, or its preview, is refused. */
  async refuse(pull: NewPull, isPreview = false): Promise<string> {
    const answer = await this.user.post(`${this.path}${isPreview ? '?preview=1' : ''}`, pull);
    if (answer.ok) throw new Error(await answer.text());
    return (await answer.json<{ detail: string }>()).detail;
  }

  private get path(): string {
    return `/api/projects/${this.project.id}/github/pull`;
  }

  async unlink(): Promise<void> {
    await this.user.fetch(`/api/projects/${this.project.id}/github`, { method: 'DELETE' });
  }

  /** Saves a version in which the tools are edited in a chat, after the latest one. */
  async saveEdited(base: number, ...edits: object[]): Promise<void> {
    const opened = await this.ask<{ id: string }>('POST', `/versions/${base}/draft`, {});
    const draft = await askAs<DraftView>(this.user, 'GET', `/api/drafts/${opened.id}`);
    const edited = await editAs(this.user, draft, ...edits);
    await this.ask('POST', '/versions', { draft: edited.id, revision: edited.revision, base });
  }

  blueprint(version: number): Promise<Blueprint> {
    return this.ask('GET', `/versions/${version}/blueprint`);
  }
}

/** Asks for JSON; throws where the answer is no success. */
export async function askAs<Body>(
  user: GithubUser,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Body> {
  const answer = await user.fetch(path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json();
}

function editAs(user: GithubUser, draft: DraftView, ...edits: object[]): Promise<DraftView> {
  const match = { 'if-match': `"${draft.revision}"` };
  return askAs(user, 'PATCH', `/api/drafts/${draft.id}`, { edits }, match);
}
