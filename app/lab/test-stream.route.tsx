import { data } from 'react-router';

import type { Route } from './+types/test-stream.route.ts';
import { isLabOpen } from './is-lab-open.server.ts';
import { LabPage } from './lab-page.tsx';

import { StreamBench } from './stream-bench.tsx';

export function loader({ context }: Route.LoaderArgs) {
  if (!isLabOpen(context)) throw data(null, { status: 404 });
  return null;
}

export function meta() {
  return [{ title: 'Model stream · MCP Builder' }, { name: 'robots', content: 'noindex' }];
}

export default function TestStream() {
  return (
    <LabPage
      title="Model stream"
      note="Sends one message to the builder or to the mock endpoint, and lists each event of the answer with the time of its arrival."
    >
      <StreamBench />
    </LabPage>
  );
}
