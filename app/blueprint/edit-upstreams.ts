import { fail, succeed } from '#app/platform/result.ts';
import type { SecretDeclaration, Upstream } from '#app/runtime/definition.ts';
import { secretNames } from '#app/runtime/upstream/secret-names.ts';

import type { Blueprint } from './blueprint.ts';
import type { EditNamed, EditOutcome } from './edit.ts';
import { findHostVariable } from './find-host-variable.ts';
import { patch, upsertBy } from './patch.ts';
import type { Tool } from './tool.ts';

type UpstreamEdit = EditNamed<
  'setUpstream' | 'removeUpstream' | 'setAuth' | 'setSecret' | 'removeSecret'
>;

/** Maximum number of tools that a refusal names. */
const MAX_NAMED = 10;

/** Applies an edit of upstreams, their authentication or its secrets. */
export function editUpstreams(blueprint: Blueprint, edit: UpstreamEdit): EditOutcome {
  switch (edit.edit) {
    case 'setUpstream':
      return setUpstream(blueprint, edit);
    case 'removeUpstream':
      return removeUpstream(blueprint, edit.id);
    case 'setAuth':
      return setAuth(blueprint, edit);
    case 'setSecret':
      return setSecret(blueprint, edit);
    case 'removeSecret':
      return removeSecret(blueprint, edit.name);
  }
}

function setUpstream(blueprint: Blueprint, edit: EditNamed<'setUpstream'>): EditOutcome {
  const { edit: _, ...changes } = edit;
  const current = blueprint.upstreams.find(({ id }) => id === edit.id);
  const baseUrl = edit.baseUrl ?? current?.baseUrl;
  if (baseUrl === undefined) {
    const message = `There is no upstream "${edit.id}"; a new one needs a base URL.`;
    return fail({ reason: 'refused', path: ['baseUrl'], message });
  }
  const variable = findHostVariable(baseUrl);
  if (variable !== null) return fail({ reason: 'refused', path: ['baseUrl'], message: variable });
  const fresh: Upstream = { id: edit.id, baseUrl, allowedHosts: [], auth: [], security: [] };
  const changed = patch(current ?? fresh, changes);
  const { host } = new URL(baseUrl);
  // After a change of address the old host must not stay reachable, unless it was listed on purpose.
  const oldHost = current && new URL(current.baseUrl).host;
  const listed = edit.allowedHosts ?? changed.allowedHosts.filter((name) => name !== oldHost);
  const allowedHosts = [host, ...listed.filter((name) => name !== host)];
  const upstream = { ...changed, allowedHosts };
  return succeed({
    ...blueprint,
    upstreams: upsertBy(blueprint.upstreams, upstream, ({ id }) => id),
  });
}

function removeUpstream(blueprint: Blueprint, id: string): EditOutcome {
  const upstream = blueprint.upstreams.find((each) => each.id === id);
  if (upstream === undefined) {
    return fail({ reason: 'refused', path: ['id'], message: `There is no upstream "${id}".` });
  }
  const users = blueprint.tools.filter((tool) => callsUpstream(tool, id)).map(({ name }) => name);
  if (users.length > 0) {
    const more = users.length > MAX_NAMED ? ` and ${users.length - MAX_NAMED} more` : '';
    const named = `${users.slice(0, MAX_NAMED).join(', ')}${more}`;
    const message = `"${id}" is called by ${named}; remove or change them first.`;
    return fail({ reason: 'refused', path: ['id'], message });
  }
  const upstreams = blueprint.upstreams.filter((each) => each !== upstream);
  const needed = new Set(upstreams.flatMap(({ auth }) => auth.flatMap(secretNames)));
  const own = new Set(upstream.auth.flatMap(secretNames));
  const secrets = blueprint.secrets.filter(({ name }) => needed.has(name) || !own.has(name));
  const { mocks, ...rest } = blueprint;
  const left = mocks?.filter((mock) => mock.upstream !== id) ?? [];
  return succeed({ ...rest, upstreams, secrets, ...(left.length > 0 ? { mocks: left } : {}) });
}

/** Code actions name the upstream they call in their text. */
function callsUpstream({ action }: Tool, id: string): boolean {
  if (action.kind !== 'code') return action.upstream === id;
  return [`'${id}'`, `"${id}"`, `\`${id}\``].some((text) => action.source.includes(text));
}

function setAuth(blueprint: Blueprint, edit: EditNamed<'setAuth'>): EditOutcome {
  const index = blueprint.upstreams.findIndex(({ id }) => id === edit.upstream);
  const current = blueprint.upstreams[index];
  if (current === undefined) {
    const message = `There is no upstream "${edit.upstream}".`;
    return fail({ reason: 'refused', path: ['upstream'], message });
  }
  const ids = edit.auth.map(({ id }) => id);
  // Unless stated otherwise, any one of the schemes is enough.
  const security = edit.security ?? ids.map((id) => [id]);
  const upstream = { ...current, auth: edit.auth, security };
  const declared = new Set(blueprint.secrets.map(({ name }) => name));
  const missing = [...new Set(edit.auth.flatMap(secretNames))]
    .filter((name) => !declared.has(name))
    .map((name): SecretDeclaration => ({ name, scope: 'server' }));
  const tools = blueprint.tools.map((tool): Tool => {
    const { action } = tool;
    const isAffected = action.kind === 'http' && action.upstream === edit.upstream;
    if (!isAffected || !action.security?.flat().some((id) => !ids.includes(id))) return tool;
    // The operation named a scheme that is gone: it falls back to the upstream's own.
    return { ...tool, action: patch(action, { security: null }) };
  });
  return succeed({
    ...blueprint,
    tools,
    upstreams: blueprint.upstreams.with(index, upstream),
    secrets: [...blueprint.secrets, ...missing],
  });
}

function setSecret(blueprint: Blueprint, edit: EditNamed<'setSecret'>): EditOutcome {
  const { name, scope, description } = edit;
  const fresh: SecretDeclaration = { name, scope: 'server' };
  const current = blueprint.secrets.find((other) => other.name === name) ?? fresh;
  const secret = patch(current, { scope, description });
  return succeed({
    ...blueprint,
    secrets: upsertBy(blueprint.secrets, secret, (other) => other.name),
  });
}

function removeSecret(blueprint: Blueprint, name: string): EditOutcome {
  const user = blueprint.upstreams.find(({ auth }) => auth.flatMap(secretNames).includes(name));
  if (user) {
    const message = `Upstream "${user.id}" authenticates with "${name}"; change that first.`;
    return fail({ reason: 'refused', path: ['name'], message });
  }
  return succeed({
    ...blueprint,
    secrets: blueprint.secrets.filter((other) => other.name !== name),
  });
}
