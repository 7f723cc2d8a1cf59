import { exports } from 'cloudflare:workers';

import type { CreatedKey } from '#app/api-keys/api-key.ts';

import type { ProjectOwner } from '../projects/project-owner.workerd.ts';
import { SITE } from '../setup/browser.workerd.ts';

/** A program that holds an API key, and sends nothing else of its user. */
export class KeyHolder {
  readonly token: string;
  readonly id: string;

  constructor({ token, key }: CreatedKey) {
    this.token = token;
    this.id = key.id;
  }

  /** Makes a key of a user's account, which may manage unless `over` says otherwise. */
  static async of(owner: ProjectOwner, over: object = {}): Promise<KeyHolder> {
    const body = { name: 'Script', projects: 'all', mayManage: true, ...over };
    return new KeyHolder(await owner.ask<CreatedKey>('POST', '/api/keys', body, 201));
  }

  send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return sendAs(`Bearer ${this.token}`, method, path, body, headers);
  }

  /** Asks for JSON; throws where the answer is another status. */
  async ask<Body>(method: string, path: string, body?: unknown, status = 200): Promise<Body> {
    const answer = await this.send(method, path, body);
    if (answer.status !== status) throw new Error(`${answer.status} ${await answer.text()}`);
    return answer.json<Body>();
  }
}

/** Sends a request below `/api/v1` with this Authorization header, or without one. */
export function sendAs(
  authorization: string | null,
  method: string,
  path: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<Response> {
  const headers = new Headers(more);
  if (authorization !== null) headers.set('authorization', authorization);
  if (body !== undefined) headers.set('content-type', 'application/json');
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  return exports.default.fetch(new Request(`${SITE}/api/v1${path}`, init));
}
