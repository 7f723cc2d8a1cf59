import { data } from 'react-router';

import type { Route } from './+types/test-mac-panel.route.ts';
import { isLabOpen } from './is-lab-open.server.ts';
import { LabPage } from './lab-page.tsx';

import { WindowBench } from './window-bench.tsx';

export function loader({ context }: Route.LoaderArgs) {
  if (!isLabOpen(context)) throw data(null, { status: 404 });
  return null;
}

export function meta() {
  return [{ title: 'Window panel · MCP Builder' }, { name: 'robots', content: 'noindex' }];
}

export default function TestMacPanel() {
  return (
    <LabPage title="Window panel" note="The panel in which autopilot shows the current round.">
      <WindowBench />
    </LabPage>
  );
}
