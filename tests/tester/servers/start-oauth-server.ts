import { createTestHarness } from 'wrangler';

import { answerOutsideOf, type Outside } from '../../setup/outside-of-worker.ts';

export interface OauthServer {
  /** Of the MCP endpoint. */
  url: string;
  close: () => Promise<void>;
}

interface Options {
  /** Whether clients may register by themselves. */
  registration?: 'on' | 'off';
  /** Answers what the Worker asks others: client ID metadata documents. */
  outside?: Outside;
}

/** Serves an MCP server behind OAuth, made with Cloudflare's provider, in workerd. */
export async function startOauthServer(options: Options = {}): Promise<OauthServer> {
  const { registration = 'on', outside } = options;
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false';
  process.env.WRANGLER_SEND_METRICS = 'false';
  const configPath = 'tests/tester/servers/oauth-server.wrangler.json';
  const worker = createTestHarness({
    workers: [{ configPath, secrets: { REGISTRATION: registration } }],
  });
  const { url } = await answerOutsideOf({ build: 'production', outside }, () => worker.listen());
  return { url: `${url.origin}/mcp`, close: () => worker.close() };
}
