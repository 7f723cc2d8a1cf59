import * as z from 'zod';

import { newId, nowOf, type Account } from '../account.ts';
import { API_VERSION } from '../emit.ts';
import { requireObject } from '../find-object.ts';
import { paging, toPage } from '../list-page.ts';
import { changeMetadata, metadata, readParameters, type Operation } from '../operation.ts';
import type { WebhookEndpoint } from '../stripe-objects.ts';

const EndpointParameters = z.strictObject({
  url: z.url(),
  enabled_events: z.array(z.string()).min(1),
  description: z.string().optional(),
  api_version: z.string().optional(),
  metadata: metadata.optional(),
});

/** Creating, reading, deleting and listing endpoints of webhooks. */
export const webhookEndpointOperations: Operation[] = [
  {
    method: 'post',
    path: '/v1/webhook_endpoints',
    run: ({ account, form }) => {
      const given = readParameters(EndpointParameters, form);
      const secret = newId('whsec', 32);
      const endpoint = addEndpoint(account, given.url, secret, given.enabled_events);
      endpoint.description = given.description ?? null;
      endpoint.metadata = changeMetadata({}, given.metadata);
      return endpoint;
    },
  },
  {
    method: 'get',
    path: '/v1/webhook_endpoints/{webhook_endpoint}',
    run: ({ account, path }) =>
      withoutSecret(requireObject(account, 'webhookEndpoints', path['webhook_endpoint'] ?? '')),
  },
  {
    method: 'delete',
    path: '/v1/webhook_endpoints/{webhook_endpoint}',
    run: ({ account, path }) => {
      const { id } = requireObject(account, 'webhookEndpoints', path['webhook_endpoint'] ?? '');
      const { [id]: _, ...others } = account.objects.webhookEndpoints;
      account.objects.webhookEndpoints = others;
      return { id, object: 'webhook_endpoint', deleted: true };
    },
  },
  {
    method: 'get',
    path: '/v1/webhook_endpoints',
    run: ({ account, form }) => {
      const query = readParameters(z.strictObject(paging), form);
      const all = Object.values(account.objects.webhookEndpoints).map(withoutSecret);
      return toPage(all, '/v1/webhook_endpoints', query);
    },
  },
];

/** Adds an address that webhooks go to. */
export function addEndpoint(
  account: Account,
  url: string,
  secret: string,
  events: string[] = ['*'],
): WebhookEndpoint {
  const endpoint: WebhookEndpoint = {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: API_VERSION,
    application: null,
    created: nowOf(account),
    description: null,
    enabled_events: events,
    livemode: false,
    metadata: {},
    secret,
    status: 'enabled',
    url,
  };
  account.objects.webhookEndpoints[endpoint.id] = endpoint;
  return endpoint;
}

/** Only the answer to its creation has the secret. */
function withoutSecret(endpoint: WebhookEndpoint): WebhookEndpoint {
  const shown = { ...endpoint };
  delete shown.secret;
  return shown;
}
