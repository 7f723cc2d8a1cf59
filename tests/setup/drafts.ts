import { exports } from 'cloudflare:workers';

import type { DraftView } from '#app/drafts/draft.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

/** Plain http to localhost: the guest cookie then has no prefix that needs https. */
export const ORIGIN = 'http://localhost';

let addresses = 0;

/** A visitor with their own cookie jar and IP address, so that limits do not add up. */
export class Visitor {
  cookie: string | null = null;
  readonly address: string;

  constructor() {
    addresses += 1;
    this.address = `198.51.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('cf-connecting-ip', this.address);
    if (this.cookie !== null) {
      headers.set('cookie', this.cookie);
      headers.set('sec-fetch-site', 'same-origin');
    }
    const response = await exports.default.fetch(new Request(ORIGIN + path, { ...init, headers }));
    const set = response.headers.get('set-cookie');
    if (set !== null) this.cookie = set.split(';')[0] ?? null;
    return response;
  }

  json(method: string, path: string, body: unknown, headers: Record<string, string> = {}) {
    const init = { method, body: JSON.stringify(body) };
    return this.fetch(path, {
      ...init,
      headers: { 'content-type': 'application/json', ...headers },
    });
  }

  /** Creates a draft from a document; throws if it is rejected. */
  async submit(document: string | object): Promise<DraftView & { token: string }> {
    const body = typeof document === 'string' ? document : JSON.stringify(document);
    const response = await this.fetch('/api/drafts', { method: 'POST', body });
    if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
    return response.json();
  }

  /** Lets others read a draft; throws if that is rejected. */
  async share({ id }: { id: string }, visibility: DraftView['visibility']): Promise<void> {
    const response = await this.json('PATCH', `/api/chats/${id}`, { visibility });
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  }

  /** Changes a draft at its current revision; throws if the change is rejected. */
  async change(draft: { id: string }, change: object): Promise<DraftView> {
    const current = await this.fetch(`/api/drafts/${draft.id}`);
    const etag = current.headers.get('etag') ?? '';
    await current.body?.cancel();
    const response = await this.json('PATCH', `/api/drafts/${draft.id}`, change, {
      'if-match': etag,
    });
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    return response.json();
  }
}

/** Sends one MCP message of the 2025 era and returns the response. */
export async function sendMcp(
  endpoint: string,
  method: string,
  params: JsonObject,
  token?: string,
): Promise<{ status: number; message: JsonObject; headers: Headers }> {
  const caller = new Visitor();
  const response = await caller.json(
    'POST',
    endpoint,
    { jsonrpc: '2.0', id: 1, method, params },
    {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  );
  const text = await response.text();
  const isStream = response.headers.get('content-type')?.includes('text/event-stream') ?? false;
  const data = isStream ? (/^data: (\{.*"id".*)$/m.exec(text)?.[1] ?? '{}') : text;
  return { status: response.status, message: JSON.parse(data || '{}'), headers: response.headers };
}

/** Calls a tool and returns its result. */
export async function callMcpTool(
  endpoint: string,
  name: string,
  args: JsonObject = {},
  token?: string,
): Promise<JsonObject> {
  const { status, message } = await sendMcp(
    endpoint,
    'tools/call',
    { name, arguments: args },
    token,
  );
  const { result } = message;
  if (typeof result !== 'object' || result === null || Array.isArray(result)) {
    throw new Error(`${status} ${JSON.stringify(message)}`);
  }
  return result;
}
