import { FlaskConical } from 'lucide-react';
import { Suspense, useState } from 'react';

import type { Tool } from '#app/blueprint/tool.ts';
import type { DraftView } from '#app/drafts/draft.ts';
import { Button } from '#app/ui/button.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import type { CallRecord } from '#app/workbench/trials/mcp-call.ts';

const SaveCallDialog = lazyPart(
  async () => (await import('./save-call-dialog.tsx')).SaveCallDialog,
  { isAskedFor: true },
);

interface Props {
  call: CallRecord;
  tool: Tool;
  draft: DraftView;
}

/** Keeps a call of "Try it" as a test, for who may edit the server; one that no tool answered is none. */
export function SaveAsTest({ call, tool, draft }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (!draft.mayEdit || call.answer.kind !== 'result') return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <FlaskConical aria-hidden />
        Save as test
      </Button>
      {isOpen ? (
        <Suspense>
          <SaveCallDialog
            call={call}
            tool={tool}
            project={draft.base?.project ?? null}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
