import { Suspense } from 'react';
import { data } from 'react-router';

import { lazyPart } from '#app/ui/loading/lazy-part.tsx';

import type { Route } from './+types/parsing-test.route.ts';
import { isLabOpen } from './is-lab-open.server.ts';
import { LabPage } from './lab-page.tsx';

// It shows messages, and so loads all that those may have in them.
const ReplyBench = lazyPart(async () => (await import('./reply-bench.tsx')).ReplyBench);

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
      <Suspense fallback={<div className="min-h-120" />}>
        <ReplyBench />
      </Suspense>
    </LabPage>
  );
}
