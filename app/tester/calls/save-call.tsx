import { BookmarkPlus } from 'lucide-react';
import { Suspense, useState } from 'react';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import type { SentCall } from '#app/tester/connected/sent-calls.ts';
import type { ServerTool } from '#app/tester/tools/read-tools.ts';
import { Button } from '#app/ui/button.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { showToast } from '#app/ui/show-toast.ts';

import { addCalls } from './call-book.ts';
import { proposeCall } from './propose-call.ts';

const CallDialog = lazyPart(async () => (await import('./call-dialog.tsx')).CallDialog, {
  isAskedFor: true,
});

/** Keeps a call of a tool, which then expects the answer that came. */
export function SaveCall({
  connection,
  tool,
  call,
}: {
  connection: ServerConnection;
  tool: ServerTool;
  call: SentCall;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <BookmarkPlus aria-hidden />
        Save call
      </Button>
      {isOpen ? (
        <Suspense>
          <CallDialog
            start={proposeCall(call, tool.outputSchema !== null)}
            isNew
            tools={[tool.name]}
            onSave={(test) => {
              const isStored = addCalls(connection.target.id, [test]);
              setOpen(false);
              showToast(
                isStored
                  ? `Saved the call “${test.name}”`
                  : `Saved “${test.name}” until the page is left: the browser stored nothing`,
              );
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
