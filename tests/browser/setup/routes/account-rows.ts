import { untilText, type RouteRow } from './route-row.ts';

/** Screens of a signed-in person: account, keys, plan, teams and GitHub. */
export const ACCOUNT_ROWS: readonly RouteRow[] = [
  { route: 'account', name: 'account', as: 'owner' },
  {
    route: 'admin',
    name: 'admin',
    as: 'owner',
    address: '/admin?q=lovelace',
    act: untilText('ada@lovelace.example'),
  },
  { route: 'admin', name: 'admin-settings', as: 'owner', address: '/admin?tab=settings' },
  { route: 'admin', name: 'admin-hidden', as: 'newcomer', allowed: /status of 404/ },
  { route: 'api-keys', name: 'api-keys', as: 'owner' },
  { route: 'api-keys', name: 'api-keys-empty', as: 'newcomer' },
  { route: 'subscription', name: 'subscription', as: 'owner' },
  { route: 'subscription', name: 'subscription-free', as: 'newcomer' },
  { route: 'subscription', name: 'subscription-visitor' },
  { route: 'success', name: 'success', as: 'owner' },
  { route: 'pricing', name: 'pricing-owner', as: 'owner' },
  { route: 'teams', name: 'teams', as: 'owner' },
  { route: 'teams', name: 'teams-empty', as: 'newcomer' },
  { route: 'teams/:teamId', name: 'team', as: 'owner', address: ({ team }) => `/teams/${team}` },
  {
    route: 'teams/:teamId',
    name: 'team-unknown',
    as: 'newcomer',
    address: '/teams/nothing-of-this-name',
    allowed: /status of 404/,
  },
  {
    route: 'invite',
    name: 'invite',
    as: 'newcomer',
    address: ({ invitation }) => invitation,
  },
  { route: 'invite', name: 'invite-without-link' },
  { route: 'github', name: 'github', as: 'owner' },
  { route: 'github', name: 'github-unconnected', as: 'newcomer' },
  { route: 'import', name: 'import', as: 'owner' },
  {
    route: 'logtok',
    name: 'logtok',
    as: 'owner',
    act: untilText('Expires in'),
    masked: (page) => [
      page.getByRole('region', { name: 'Expires in' }).locator('p, progress'),
      page.getByRole('region', { name: 'Token', exact: true }).locator('code'),
    ],
  },
];
