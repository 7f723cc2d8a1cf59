import { ACCOUNT_ROWS } from './account-rows.ts';
import { CHAT_ROWS } from './chat-rows.ts';
import { DIALOG_ROWS } from './dialog-rows.ts';
import { PROJECT_ROWS } from './project-rows.ts';
import { PUBLIC_ROWS } from './public-rows.ts';
import type { RouteRow, ScreenlessRoute } from './route-row.ts';
import { TESTER_ROWS } from './tester-rows.ts';
import { WAITING_ROWS } from './waiting-rows.ts';

/** Every route of the site map, in the states that it has. */
export const ROUTE_ROWS: readonly RouteRow[] = [
  ...PUBLIC_ROWS,
  ...PROJECT_ROWS,
  ...CHAT_ROWS,
  ...TESTER_ROWS,
  ...ACCOUNT_ROWS,
  ...DIALOG_ROWS,
  ...WAITING_ROWS,
];

/** Routes that no picture can show. */
export const SCREENLESS_ROUTES: readonly ScreenlessRoute[] = [
  { route: 'projects', because: 'leads to my-projects' },
  { route: 'blog/feed.xml', because: 'answers a feed' },
];
