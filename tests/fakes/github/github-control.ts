import * as z from 'zod';

import { Nothing, WorldObserver } from './world-observer.ts';

/** A file of a commit; null removes it. `bytes`: as large as that, whatever is in it. */
type File =
  | string
  | null
  | {
      text?: string;
      base64?: string;
      mode?: '100644' | '100755' | '120000' | '160000';
      sha?: string;
      bytes?: number;
    };

interface Place {
  owner?: string;
  name: string;
}

/**
 * Controls a world of the emulator, from wherever `https://github.invalid` leads to it: in workerd by `fetch`, in
 * Node by `answerGithub`. The owner of a repository is `octo-dev` where none is given.
 */
export class GithubControl extends WorldObserver {
  addOwner(owner: {
    login: string;
    kind?: 'User' | 'Organization';
    name?: string;
    email?: string;
    members?: Record<string, 'admin' | 'member'>;
    membersMayCreate?: boolean;
  }) {
    return this.ask('addOwner', owner, z.looseObject({ id: z.number() }));
  }

  /** A repository with a first commit of files; without files it is empty. */
  addRepository(
    repository: Place & {
      isPrivate?: boolean;
      isArchived?: boolean;
      description?: string | null;
      defaultBranch?: string;
      language?: string | null;
      pushedAt?: string;
      collaborators?: Record<string, 'read' | 'write' | 'admin'>;
      files?: Record<string, File>;
    },
  ) {
    return this.ask('addRepository', repository, z.object({ id: z.number() }));
  }

  /** Many repositories: `<prefix>-1` and so on, the last one pushed last. */
  async fill(many: { count: number; owner?: string; prefix?: string; isPrivate?: boolean }) {
    await this.ask('fill', many, Nothing);
  }

  /** Somebody commits files with a clone; answers the commit. */
  async commit(
    commit: Place & {
      files: Record<string, File>;
      branch?: string;
      message?: string;
      user?: string;
    },
  ): Promise<string> {
    return (await this.ask('commit', commit, z.object({ sha: z.string() }))).sha;
  }

  /** Moves a branch by force to a commit or another branch, makes it, or removes it (null). */
  async moveBranch(at: Place & { branch: string; to: string | null }) {
    await this.ask('moveBranch', at, z.object({ sha: z.string().nullable() }));
  }

  /** The files of a branch or commit (the default branch without `ref`), by path; `content` is Base64. */
  async files(at: Place & { ref?: string }) {
    const schema = z.object({
      commit: z.string().nullable(),
      files: z.record(
        z.string(),
        z.object({ mode: z.string(), sha: z.string(), content: z.string().nullable() }),
      ),
    });
    return await this.ask('files', at, schema);
  }

  /** Somebody opens a pull request; answers its number. */
  async openPull(
    pull: Place & { head: string; base?: string; title?: string; body?: string; user?: string },
  ): Promise<number> {
    const schema = z.looseObject({ number: z.number() });
    return (await this.ask('openPull', pull, schema)).number;
  }

  /** A person reviews and merges a pull request, protected or not; answers the commit. */
  async merge(
    pull: Place & { number: number; method?: 'merge' | 'squash' | 'rebase'; user?: string },
  ): Promise<string> {
    return (await this.ask('merge', pull, z.object({ sha: z.string() }))).sha;
  }

  async closePull(pull: Place & { number: number; user?: string }) {
    await this.ask('closePull', pull, Nothing);
  }

  /** A job of GitHub Actions begins (null) at a commit or branch, or ends. */
  async check(
    run: Place & { ref?: string; check?: string; conclusion: 'success' | 'failure' | null },
  ) {
    await this.ask('check', run, z.object({ id: z.number() }));
  }

  /** Another service tells how a commit did. */
  async status(
    status: Place & {
      ref?: string;
      context?: string;
      state: 'error' | 'failure' | 'pending' | 'success';
    },
  ) {
    await this.ask('status', status, z.object({ id: z.number() }));
  }

  async rename(at: Place, to: string) {
    await this.ask('rename', { ...at, to }, Nothing);
  }

  /** A repository gets another owner. */
  async transfer(at: Place, to: string) {
    await this.ask('transfer', { ...at, to }, Nothing);
  }

  async remove(at: Place) {
    await this.ask('remove', at, Nothing);
  }

  /** Changes a repository's settings; a recursive tree lists `treeLimit` entries at most. */
  async set(
    at: Place & {
      isPrivate?: boolean;
      isArchived?: boolean;
      defaultBranch?: string;
      treeLimit?: number;
      collaborators?: Record<string, 'read' | 'write' | 'admin'>;
    },
  ) {
    await this.ask('set', at, Nothing);
  }

  /** Protects a branch; by default, everything has to come by a pull request with a review. */
  async protect(
    at: Place & {
      branch?: string;
      reviews?: number;
      checks?: string[];
      includesAdmins?: boolean;
    },
  ) {
    await this.ask('protect', at, Nothing);
  }

  /** Installs the app at an account for all repositories, or for some by their names; answers its number. */
  async install(owner: string, names?: string[]): Promise<number> {
    return (await this.ask('install', { owner, names }, z.object({ id: z.number() }))).id;
  }

  async uninstall(owner: string) {
    await this.ask('uninstall', { owner }, Nothing);
  }

  /** An installation is suspended, or no longer. */
  async suspend(owner: string, isSuspended = true) {
    await this.ask('suspend', { owner, isSuspended }, Nothing);
  }

  /** Tokens of a user, as a sign-in would bring them. */
  token(wanted: { user?: string; app?: 'github-app' | 'oauth-app'; scopes?: string[] } = {}) {
    return this.ask(
      'token',
      wanted,
      z.object({
        access_token: z.string(),
        refresh_token: z.string().optional(),
        expires_in: z.number().optional(),
        refresh_token_expires_in: z.number().optional(),
        scope: z.string(),
        token_type: z.string(),
      }),
    );
  }

  /** A user takes back what they gave to the app, on GitHub's pages. */
  async revoke(user = 'octo-dev') {
    await this.ask('revoke', { user }, Nothing);
  }

  /** Settings of the app: permissions of installations to come, life of tokens, where sign-ins lead back to. */
  async app(settings: {
    permissions?: Record<string, 'read' | 'write'>;
    tokenSeconds?: number;
    callback?: string | null;
  }) {
    await this.ask('app', settings, Nothing);
  }

  async expireTokens() {
    await this.ask('expireTokens', {}, Nothing);
  }
}
