import { data } from 'react-router';

import type { Route } from './+types/parsing-test.route.ts';
import { isLabOpen } from './is-lab-open.server.ts';
import { LabPage } from './lab-page.tsx';
import { ReplyBench } from './reply-bench.tsx';

export function loader({ context }: Route.LoaderArgs) {
  if (!isLabOpen(context)) throw data(null, { status: 404 });
  return null;
}

export function meta() {
  return [{ title: 'Reply parser · MCP Builder' }, { name: 'robots', content: 'noindex' }];
}

export default function ParsingTest() {
  return (
    <LabPage
      title="Reply parser"
      note="Feeds a reply of the builder to the page’s parser in pieces of any size. Edit the reply to see how broken input is handled."
    >
      <ReplyBench />
    </LabPage>
  );
}
