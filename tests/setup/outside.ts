import { Response, type Request } from 'miniflare';

import { answerDns, DNS_HOST } from '../fakes/dns.ts';
import { answerGoogleKeys } from '../fakes/google-keys.ts';
import {
  answerIdentityToolkit,
  IDENTITY_CONTROL_HOST,
  IDENTITY_HOST,
} from '../fakes/identity-toolkit.ts';
import { answerModel, MODEL_HOSTS } from '../fakes/model-server.ts';
import { answerPosthog, POSTHOG_HOSTS } from '../fakes/posthog.ts';
import { answerProduct, PRODUCT_HOST } from '../fakes/product-api.ts';
import { answerUpstream, UPSTREAM_HOSTS } from '../fakes/upstream.ts';

/** The outside world of tests in workerd: only fakes answer. */
export async function answerOutside(request: Request): Promise<Response> {
  const { host } = new URL(request.url);
  if (host === DNS_HOST) return answerDns(request);
  if (POSTHOG_HOSTS.includes(host)) return answerPosthog(request);
  if (host === IDENTITY_HOST || host === IDENTITY_CONTROL_HOST) {
    return answerIdentityToolkit(request);
  }
  if (host === PRODUCT_HOST) return answerProduct(request);
  if (MODEL_HOSTS.includes(host)) return answerModel(request);
  if (UPSTREAM_HOSTS.includes(host)) return answerUpstream(request);
  const keys = await answerGoogleKeys(request);
  if (keys) return keys;
  return new Response(`tests may not reach ${host}`, { status: 502 });
}
