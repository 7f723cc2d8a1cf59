/** Tabs of the operators' page, as `?tab=` names them. */
export const ADMIN_TABS = ['users', 'usage', 'settings', 'reports', 'log'] as const;
export type AdminTabName = (typeof ADMIN_TABS)[number];

export const TAB_NAMES: Record<AdminTabName, string> = {
  users: 'Users',
  usage: 'Usage',
  settings: 'Notice and switches',
  reports: 'Reported chats',
  log: 'Audit log',
};

/** The tab that a text names; the first one for any other. */
export function readAdminTab(text: string | null): AdminTabName {
  return ADMIN_TABS.find((tab) => tab === text) ?? 'users';
}
