import { Browser } from '../../setup/browser.workerd.ts';

export const TARGET = 'https://mcp.example.net';

export interface Relayed {
  method?: string;
  headers?: Record<string, string>;
  body?: BodyInit;
  signal?: AbortSignal;
}

/** The page of the tester, in a browser of its own. */
export class RelayPage {
  readonly browser = new Browser();

  ask(target: string, { headers, ...init }: Relayed = {}): Promise<Response> {
    return this.browser.fetch('/api/relay', {
      ...init,
      headers: { 'x-mcp-target': target, ...headers },
    });
  }

  /** Sends a JSON message. */
  post(target: string, message: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.ask(target, {
      method: 'POST',
      body: JSON.stringify(message),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
    });
  }
}

/** An address of the fake that answers as its query says. */
export function targetOf(path: string, query: Record<string, string> = {}): string {
  return `${TARGET}${path}?${new URLSearchParams(query).toString()}`;
}

/** The part of a refusal that names its reason, and the status; anything else as it is. */
export async function readRefusal(answer: Response): Promise<string> {
  const text = await answer.text();
  const kind = /"urn:mcp-builder:relay:(\w+)"/.exec(text)?.[1];
  return answer.headers.get('x-mcp-relay') === 'refused' && kind !== undefined
    ? kind
    : `${answer.status} ${text}`;
}
