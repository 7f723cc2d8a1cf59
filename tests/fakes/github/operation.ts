import type * as z from 'zod';

import { GithubRefusal, refusal } from './github-refusal.ts';
import type { Owner, Token, World } from './world.ts';

/** Where things are, without a slash at the end. */
export interface Addresses {
  api: string;
  web: string;
}

/** Who asks. */
export interface Actor {
  user: Owner;
  token: Token;
}

/** A GitHub, and where it is. */
export interface Site {
  world: World;
  at: Addresses;
}

/** A request, as an operation sees it. */
export interface Call extends Site {
  /** The parts of the path that the address names. */
  path: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
  /** Null: nobody who is known. */
  actor: Actor | null;
  /** The client ID of an app that asks by itself, with its secret; null: none does. */
  client: string | null;
  accept: string;
}

/** What an operation answers; `text` is sent as it is. */
export interface Answer {
  status: number;
  body?: object;
  text?: Uint8Array;
  headers?: Record<string, string>;
}

/** One operation of GitHub's API. */
export interface Operation {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** As GitHub's document writes it: `/repos/{owner}/{repo}`. */
  path: string;
  run: (call: Call) => Answer;
}

export const ok = (body: object): Answer => ({ status: 200, body });
export const created = (body: object): Answer => ({ status: 201, body });
export const nothing: Answer = { status: 204 };

/** Reads a body; what does not fit is refused as GitHub does. */
export function readBody<T>(schema: z.ZodType<T>, { body }: Call): T {
  const read = schema.safeParse(body ?? {});
  if (read.success) return read.data;
  const issues = read.error.issues.map(
    ({ path, message }) => `For '${path.join('/') || 'body'}', ${message}.`,
  );
  throw refusal(422, `Invalid request.\n\n${issues.join('\n')}`);
}

export function requireActor({ actor }: Call): Actor {
  if (actor) return actor;
  throw new GithubRefusal(401, {
    message: 'Requires authentication',
    documentation_url: 'https://docs.github.com/rest',
    status: '401',
  });
}
