import { createHmac } from 'node:crypto';

import type { World } from '../world.ts';

import type { Delivery } from './delivery.ts';

/** The secret of `.dev.vars.example`, which signs where nothing else is known. */
export const EMULATOR_WEBHOOK_SECRET = 'emulator-webhook-secret';

/** The value of `X-Hub-Signature-256`. */
export function sign(body: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** Where a webhook goes, and what signs it; null: the hook is gone. */
export function targetOf(
  world: World,
  { hook, repository }: Delivery,
): { url: string; secret: string | null } | null {
  if (hook === null) return world.webhook;
  const hooks = world.repositories[repository ?? 0]?.hooks ?? [];
  return hooks.find(({ id }) => id === hook) ?? null;
}

/** The headers of a webhook, as GitHub writes them. */
export function headersOf(
  { id, event, body, hook }: Delivery,
  secret: string | null,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'GitHub-Hookshot/emulator',
    'x-github-delivery': id,
    'x-github-event': event,
    'x-github-hook-id': String(hook ?? 1),
    'x-github-hook-installation-target-type': hook === null ? 'integration' : 'repository',
    ...(secret === null ? {} : { 'x-hub-signature-256': sign(body, secret) }),
  };
}
