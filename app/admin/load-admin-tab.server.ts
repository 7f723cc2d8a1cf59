import { listActions } from '#app/controls/control-store.server.ts';
import { reloadControls } from '#app/controls/current-controls.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { listReportedChats } from '#app/showcase/reports/chat-report-store.server.ts';

import { readAdminTab } from './admin-tabs.ts';
import { loadUserDetails } from './load-user-details.server.ts';
import { listTotals } from './total-store.server.ts';
import { findUsers } from './user-list-store.server.ts';

const MAX_QUERY = 200;

/** The contents of the tab that the address names. */
export async function loadAdminTab(app: AppContext, params: URLSearchParams) {
  const tab = readAdminTab(params.get('tab'));
  const { DB } = app.env;
  const now = Date.now();
  switch (tab) {
    case 'users': {
      const uid = params.get('user');
      const query = (params.get('q') ?? '').trim().slice(0, MAX_QUERY);
      const [page, details] = await Promise.all([
        findUsers(DB, query, now),
        uid === null ? null : loadUserDetails(app, uid, now),
      ]);
      return { tab, page, details };
    }
    case 'usage':
      return { tab, days: await listTotals(DB, now) };
    case 'settings': {
      const { notice, off } = await reloadControls(app);
      return { tab, notice: notice !== null && notice.endsAt > now ? notice : null, off: [...off] };
    }
    case 'reports':
      return { tab, chats: await listReportedChats(DB) };
    case 'log':
      return { tab, actions: await listActions(DB) };
  }
}
