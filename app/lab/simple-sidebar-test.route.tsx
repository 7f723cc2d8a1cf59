import { data } from 'react-router';

import type { Route } from './+types/simple-sidebar-test.route.ts';
import { isLabOpen } from './is-lab-open.server.ts';
import { LabPage } from './lab-page.tsx';
import { SidebarBench } from './sidebar-bench.tsx';

export function loader({ context }: Route.LoaderArgs) {
  if (!isLabOpen(context)) throw data(null, { status: 404 });
  return null;
}

export function meta() {
  return [{ title: 'Sidebar · MCP Builder' }, { name: 'robots', content: 'noindex' }];
}

export default function SimpleSidebarTest() {
  return (
    <LabPage title="Sidebar" note="The list of your chats, as it stands beside the builder.">
      <SidebarBench />
    </LabPage>
  );
}
