import { Suspense, useState } from 'react';

import { Button } from '#app/ui/button.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';

const NewProjectDialog = lazyPart(
  async () => (await import('./new-project-dialog.tsx')).NewProjectDialog,
  { isAskedFor: true },
);

/**
 * Opens the window that makes a project.
 * @param account id of the team that gets it; absent: the user's own account
 */
export function NewProjectButton({ account }: { account?: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        New project
      </Button>
      {isOpen ? (
        <Suspense>
          <NewProjectDialog account={account} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
