import { render } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';

import type { DraftView } from '#app/drafts/draft.ts';
import { Toaster } from '#app/ui/toaster.tsx';
import { useImportAgain } from '#app/workbench/import/use-import-again.tsx';
import { useReport } from '#app/workbench/report/use-report.ts';
import { ServerPane, TABS } from '#app/workbench/server-pane.tsx';
import { useTrials } from '#app/workbench/trials/use-trials.ts';
import { useDraft } from '#app/workbench/use-draft.ts';
import { useScreenAddress } from '#app/workbench/use-screen-address.ts';

import { answerRequests, type Answer } from './answer-requests.ts';
import { fakeDraft, type FakeDraft } from './fake-draft.ts';
import { startUser } from './start-user.ts';

interface Options {
  /** Answers first. */
  before?: Answer;
  /** Is handed messages that are prepared for the builder. */
  onAsk?: (message: string) => void;
}

/** The parts of a server as its screen shows them, at an address. */
export async function openServerPane(
  search: string,
  { before, onAsk, ...given }: Parameters<typeof fakeDraft>[0] & Options = {},
): Promise<{ user: UserEvent; draft: FakeDraft; search: () => URLSearchParams }> {
  const draft = await fakeDraft(given);
  answerRequests(...(before ? [before] : []), draft.answer);
  const router = createMemoryRouter(
    [{ path: '*', element: <Pane initial={draft.view} onAsk={onAsk} /> }],
    {
      initialEntries: [`/chat/${draft.view.id}?${search}`],
    },
  );
  render(<RouterProvider router={router} />);
  return {
    user: startUser(),
    draft,
    search: () => new URLSearchParams(router.state.location.search),
  };
}

function Pane({ initial, onAsk }: { initial: DraftView; onAsk: Options['onAsk'] }) {
  const screen = useDraft(initial);
  const importing = useImportAgain(screen);
  return (
    <>
      <ServerPane
        tabs={TABS}
        isAway={false}
        onTab={() => undefined}
        start={null}
        end={null}
        screen={screen}
        address={useScreenAddress('map')}
        trials={useTrials()}
        report={useReport(screen.draft)}
        onSetup={() => undefined}
        onAsk={onAsk}
        onImport={importing.open}
      />
      {importing.dialog}
      <Toaster />
    </>
  );
}
