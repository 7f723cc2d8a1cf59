import { Response as WorkerResponse, type Request } from 'miniflare';

import { answerDns, DNS_HOST } from '../fakes/dns.ts';
import type { Outside } from '../setup/outside-of-worker.ts';
import { readTokens, type ModelTokens } from './model-usage.ts';

/** One request of the product to the model. */
export interface RelayedRequest extends ModelTokens {
  status: number;
  /** Until the whole response was there. */
  milliseconds: number;
}

export interface RelayOptions {
  baseUrl: string;
  /** Empty for a server without authentication. */
  key: string;
  /** Requests are refused once so many were sent. */
  maxRequests: number;
  /** Requests are refused once so many tokens, input and output, were used. */
  maxTokens: number;
}

/** An address that the product takes for a public one; nothing is sent there. */
const PUBLIC_ADDRESS = '93.184.215.20';

/** Headers that belong to one connection, or that Node sets itself. */
const OF_CONNECTION = /^(host|connection|content-length|accept-encoding|transfer-encoding|cf-.*)$/i;

/**
 * Stands between the Worker and the model: it sends the product's requests on, unchanged but for their key,
 * and counts what they use. Each conversation has a key of its own, so that its requests are known; the
 * model's real key is known to nobody but this relay.
 */
export class ModelRelay {
  readonly #options: RelayOptions;
  readonly #requests = new Map<string, RelayedRequest[]>();
  #sent = 0;
  #tokens = 0;

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  /** A key to connect the model with. */
  newKey(): string {
    const key = `evaluate-${crypto.randomUUID()}`;
    this.#requests.set(key, []);
    return key;
  }

  /** What was sent with a key. */
  requestsOf(key: string): readonly RelayedRequest[] {
    return this.#requests.get(key) ?? [];
  }

  /** Whether the budget is used up: no request is sent any more. */
  get isSpent(): boolean {
    const { maxRequests, maxTokens } = this.#options;
    return this.#sent >= maxRequests || this.#tokens >= maxTokens;
  }

  /** The world outside of the Worker: the model and its name; all others are left to the fakes. */
  outside: Outside = async (request) => {
    const { baseUrl } = this.#options;
    const url = new URL(request.url);
    const { hostname, origin } = new URL(baseUrl);
    if (url.host === DNS_HOST && url.searchParams.get('name')?.replace(/\.$/, '') === hostname) {
      return answerDns(request, { [hostname]: PUBLIC_ADDRESS });
    }
    return url.origin === origin ? this.#relay(request) : undefined;
  };

  async #relay(request: Request): Promise<Response | WorkerResponse> {
    const given = request.headers.get('x-api-key') ?? request.headers.get('authorization') ?? '';
    const requests = this.#requests.get(given.replace(/^Bearer /, ''));
    if (requests === undefined) return refuse(401, 'This is no key of the evaluation.');
    if (this.isSpent) return refuse(402, 'The budget of this evaluation is spent.');
    this.#sent += 1;
    const startedAt = Date.now();
    const response = await fetch(request.url, {
      method: request.method,
      headers: toHeaders(request, this.#options.key),
      redirect: 'manual',
      ...(request.method === 'GET' ? {} : { body: await request.arrayBuffer() }),
    });
    const count = (text: string) => {
      const tokens = readTokens(text);
      this.#tokens += (tokens.input ?? 0) + (tokens.output ?? 0);
      const milliseconds = Date.now() - startedAt;
      requests.push({ ...tokens, status: response.status, milliseconds });
    };
    const headers = new Headers(response.headers);
    // The body is here as it was before its encoding.
    for (const name of ['content-encoding', 'content-length']) headers.delete(name);
    const body = response.body && watchText(response.body, count);
    return new Response(body, { status: response.status, headers });
  }
}

function toHeaders({ headers }: Request, key: string): Record<string, string> {
  const kept = [...headers].filter(([name]) => !OF_CONNECTION.test(name));
  const changed = kept.flatMap(([name, value]): [string, string][] => {
    if (name === 'x-api-key') return [[name, key]];
    if (name !== 'authorization') return [[name, value]];
    return key === '' ? [] : [[name, `Bearer ${key}`]];
  });
  return Object.fromEntries(changed);
}

function refuse(status: number, message: string): WorkerResponse {
  return WorkerResponse.json({ error: { message, type: 'evaluation' } }, { status });
}

/** Passes a body on; its text is told when it has ended, or was given up. */
function watchText(
  body: ReadableStream<Uint8Array>,
  tell: (text: string) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let isGivenUp = false;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (isGivenUp) return;
      if (!done) {
        text += decoder.decode(value, { stream: true });
        controller.enqueue(value);
        return;
      }
      tell(text);
      controller.close();
    },
    async cancel(reason) {
      isGivenUp = true;
      tell(text);
      await reader.cancel(reason);
    },
  });
}
