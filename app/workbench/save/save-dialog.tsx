import { Link } from 'react-router';

import { storeCurrentUrl } from '#app/auth/return-url.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { DraftScreen } from '#app/workbench/use-draft.ts';

import { SaveForm } from './save-form.tsx';

/** Saves the server as a project, or as the next version of the one that it came from. */
export function SaveDialog({ screen, onClose }: { screen: DraftScreen; onClose: () => void }) {
  const { draft } = screen;
  const title = draft.base ? 'Save a version' : 'Save as a project';
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="min-h-0 overflow-y-auto p-4">
        {draft.expiresAt === null ? (
          <SaveForm screen={screen} />
        ) : (
          <>
            <p className="max-w-prose">
              Sign in to keep this server: a project has versions, an endpoint of its own behind API
              keys, and a log of its calls. This chat is kept too.
            </p>
            <Link
              to="/login"
              className={buttonClass('primary', 'mt-4')}
              onClick={() => void storeCurrentUrl()}
            >
              Sign in
            </Link>
          </>
        )}
      </div>
    </Dialog>
  );
}
