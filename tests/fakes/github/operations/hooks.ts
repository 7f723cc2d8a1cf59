import * as z from 'zod';

import { requireWritable } from '../access.ts';
import { notFound, refusal } from '../github-refusal.ts';
import { answerPage } from '../list-page.ts';
import { created, nothing, ok, readBody, type Call, type Operation } from '../operation.ts';
import { toRepository } from '../present/to-repository.ts';
import { queue } from '../webhooks/emit.ts';
import { takeId, toTime, type Hook, type Repository } from '../world.ts';

import { addressOf } from './git-blobs.ts';

const BASE = '/repos/{owner}/{repo}/hooks';
const MOST_HOOKS = 20;

export const hookOperations: Operation[] = [
  {
    method: 'GET',
    path: BASE,
    run: (call) => {
      const repository = requireWritable(call, 'hooks');
      const path = `/repos/${repository.owner}/${repository.name}/hooks`;
      return answerPage(call, path, repository.hooks, (hook) => toHook(call, repository, hook));
    },
  },
  { method: 'POST', path: BASE, run: create },
  {
    method: 'GET',
    path: `${BASE}/{hook_id}`,
    run: (call) => {
      const { repository, hook } = requireHook(call);
      return ok(toHook(call, repository, hook));
    },
  },
  { method: 'PATCH', path: `${BASE}/{hook_id}`, run: change },
  {
    method: 'DELETE',
    path: `${BASE}/{hook_id}`,
    run: (call) => {
      const { repository, hook } = requireHook(call);
      repository.hooks = repository.hooks.filter(({ id }) => id !== hook.id);
      return nothing;
    },
  },
  {
    method: 'POST',
    path: `${BASE}/{hook_id}/pings`,
    run: (call) => {
      const { repository, hook } = requireHook(call);
      ping(call, repository, hook);
      return nothing;
    },
  },
];

function requireHook(call: Call): { repository: Repository; hook: Hook } {
  const repository = requireWritable(call, 'hooks');
  const hook = repository.hooks.find(({ id }) => String(id) === call.path['hook_id']);
  if (hook === undefined) throw notFound();
  return { repository, hook };
}

const Config = z.object({
  url: z.string(),
  content_type: z.enum(['json', 'form']).default('form'),
  secret: z.string().optional(),
  insecure_ssl: z.union([z.string(), z.number()]).optional(),
});
const NewHook = z.object({
  name: z.literal('web').optional(),
  config: Config,
  events: z.array(z.string()).default(['push']),
  active: z.boolean().default(true),
});

function create(call: Call) {
  const repository = requireWritable(call, 'hooks');
  const { config, events, active } = readBody(NewHook, call);
  const fail = (message: string) =>
    refusal(422, 'Validation Failed', { errors: [{ resource: 'Hook', code: 'custom', message }] });
  if (!URL.canParse(config.url)) throw fail('url is not a valid URL');
  const isSame = ({ url, events: known }: Hook) =>
    url === config.url && known.toSorted().join() === events.toSorted().join();
  if (repository.hooks.some(isSame)) throw fail('Hook already exists on this repository');
  if (repository.hooks.length >= MOST_HOOKS) {
    throw fail('The "push" event cannot have more than 20 hooks');
  }
  const hook: Hook = {
    id: takeId(call.world),
    url: config.url,
    secret: config.secret ?? null,
    contentType: config.content_type,
    events,
    isActive: active,
    createdAt: toTime(),
    updatedAt: toTime(),
  };
  repository.hooks.push(hook);
  ping(call, repository, hook);
  return created(toHook(call, repository, hook));
}

const Change = z.object({
  config: Config.partial().optional(),
  events: z.array(z.string()).optional(),
  add_events: z.array(z.string()).optional(),
  remove_events: z.array(z.string()).optional(),
  active: z.boolean().optional(),
});

function change(call: Call) {
  const { repository, hook } = requireHook(call);
  const { config, events, active, ...more } = readBody(Change, call);
  const gone = more.remove_events ?? [];
  const wanted = [...(events ?? hook.events), ...(more.add_events ?? [])];
  hook.events = wanted.filter((event) => !gone.includes(event));
  hook.url = config?.url ?? hook.url;
  hook.secret = config?.secret ?? hook.secret;
  hook.isActive = active ?? hook.isActive;
  hook.updatedAt = toTime();
  return ok(toHook(call, repository, hook));
}

function ping(call: Call, repository: Repository, hook: Hook): void {
  const body = {
    zen: 'Keep it logically awesome.',
    hook_id: hook.id,
    hook: toHook(call, repository, hook),
    repository: toRepository(call.world, repository, call.at, null),
  };
  queue(call, 'ping', body, repository.id, hook.id);
}

/** Schema `hook`. */
function toHook({ at }: Call, repository: Repository, hook: Hook) {
  const url = `${addressOf(at.api, repository)}/hooks/${hook.id}`;
  return {
    type: 'Repository',
    id: hook.id,
    name: 'web',
    active: hook.isActive,
    events: hook.events,
    config: {
      url: hook.url,
      content_type: hook.contentType,
      insecure_ssl: '0',
      ...(hook.secret === null ? {} : { secret: '********' }),
    },
    updated_at: hook.updatedAt,
    created_at: hook.createdAt,
    url,
    test_url: `${url}/tests`,
    ping_url: `${url}/pings`,
    deliveries_url: `${url}/deliveries`,
    last_response: { code: null, status: 'unused', message: null },
  };
}
