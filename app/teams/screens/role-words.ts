import type { Role } from '#app/auth/role.ts';

export const ROLE_NAMES: Record<Role, string> = {
  owner: 'Owner',
  editor: 'Editor',
  viewer: 'Viewer',
};

/** The rights of each role, in a sentence. */
export const ROLE_RIGHTS: Record<Role, string> = {
  owner: 'Everything: members, API keys, addresses, who may call, deleting.',
  editor: 'Saves and publishes versions, and sets secrets.',
  viewer: 'Sees projects, versions and logs, and changes nothing.',
};
