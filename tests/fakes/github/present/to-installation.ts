import { appOf } from '../apps.ts';
import type { Addresses } from '../operation.ts';
import type { Installation, World } from '../world.ts';
import { getOwner } from '../find-repository.ts';

import { toSimpleUserOf } from './to-owner.ts';

export const EVENTS = ['check_suite', 'pull_request', 'push', 'repository', 'status'];

/** Schema `installation`. */
export function toInstallation(world: World, installation: Installation, at: Addresses) {
  const { id, owner, selected, permissions } = installation;
  const account = getOwner(world, owner);
  const page =
    account?.kind === 'Organization'
      ? `${at.web}/organizations/${owner}/settings/installations/${id}`
      : `${at.web}/settings/installations/${id}`;
  const { appId, slug, clientId } = appOf(world);
  return {
    id,
    client_id: clientId,
    account: toSimpleUserOf(world, owner, at),
    repository_selection: selected === null ? 'all' : 'selected',
    access_tokens_url: `${at.api}/app/installations/${id}/access_tokens`,
    repositories_url: `${at.api}/installation/repositories`,
    html_url: page,
    app_id: appId,
    app_slug: slug,
    target_id: account?.id ?? 0,
    target_type: account?.kind ?? 'User',
    permissions,
    events: EVENTS,
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    created_at: installation.createdAt,
    updated_at: installation.updatedAt,
    suspended_at: installation.suspendedAt,
    suspended_by: null,
  };
}
