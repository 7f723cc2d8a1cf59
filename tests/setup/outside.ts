import { Response, type Request } from 'miniflare';

import { answerBreached, BREACHED_HOST } from '../fakes/breached-passwords.ts';
import { answerDns, DNS_HOST } from '../fakes/dns.ts';
import { answerGithub, GITHUB_CONTROL_HOST } from '../fakes/github/answer-github.ts';
import { GITHUB_HOSTS } from '../fakes/github/github-hosts.ts';
import { answerGoogleKeys } from '../fakes/google-keys.ts';
import {
  answerIdentityToolkit,
  IDENTITY_CONTROL_HOST,
  IDENTITY_HOST,
} from '../fakes/identity-toolkit.ts';
import { OAuthServer } from '../fakes/oauth-server.ts';
import { answerMcpTarget, MCP_TARGET_HOST } from '../fakes/mcp-target.ts';
import { answerModel, MODEL_HOSTS } from '../fakes/model-server.ts';
import { answerOrders, ORDER_CONTROL_HOST, ORDER_HOST } from '../fakes/order-api.ts';
import { answerPosthog, POSTHOG_HOSTS } from '../fakes/posthog.ts';
import { answerProduct, PRODUCT_HOST } from '../fakes/product-api.ts';
import { answerStripe, STRIPE_CONTROL_HOST, STRIPE_HOST } from '../fakes/stripe/answer-stripe.ts';
import { answerUpstream, UPSTREAM_HOSTS } from '../fakes/upstream.ts';

/** An authorization server and the API that it protects; one for all tests, which register clients. */
const OAUTH_HOST = 'id.example.net';
const oauthServer = new OAuthServer();

/** The outside world of tests in workerd: only fakes answer. */
export async function answerOutside(request: Request): Promise<Response> {
  const { host } = new URL(request.url);
  if (host === DNS_HOST) return answerDns(request);
  if (POSTHOG_HOSTS.includes(host)) return answerPosthog(request);
  if (host === IDENTITY_HOST || host === IDENTITY_CONTROL_HOST) {
    return answerIdentityToolkit(request);
  }
  if (host === STRIPE_HOST || host === STRIPE_CONTROL_HOST) {
    const { status, headers, body } = await answerStripe(request);
    return new Response(body, { status, headers: [...headers] });
  }
  if (GITHUB_HOSTS.includes(host) || host === GITHUB_CONTROL_HOST) {
    const { status, headers, body } = await answerGithub(request);
    return new Response(body, { status, headers: [...headers] });
  }
  if (host === BREACHED_HOST) return answerBreached(request);
  if (host === PRODUCT_HOST) return answerProduct(request);
  if (MODEL_HOSTS.includes(host)) return answerModel(request);
  if (UPSTREAM_HOSTS.includes(host)) return answerUpstream(request);
  if (host === OAUTH_HOST) {
    const { status, headers, body } = await oauthServer.answer(request);
    return new Response(body, { status, headers });
  }
  if (host === MCP_TARGET_HOST) return answerMcpTarget(request);
  if (host === ORDER_HOST || host === ORDER_CONTROL_HOST) return answerOrders(request);
  const keys = await answerGoogleKeys(request);
  if (keys) return keys;
  return new Response(`tests may not reach ${host}`, { status: 502 });
}
