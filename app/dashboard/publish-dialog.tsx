import { useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { VersionComparison } from '#app/workbench/versions/version-comparison.tsx';

import { ShareChoice, type PublishTerms } from './share-choice.tsx';
import { PublishTests } from './tests/publish-tests.tsx';

interface Props {
  project: string;
  /** The version that is served; null: none is. */
  published: number | null;
  version: number;
  /** The project refuses a version of which a test fails. */
  isTestGated: boolean;
  isBusy: boolean;
  failure: RequestFailure | null;
  onPublish: (terms: NonNullable<PublishTerms>) => void;
  onClose: () => void;
}

/** Says how the tests of a version stand, and what callers will notice where it takes the place of another. */
export function PublishDialog(props: Props) {
  const { project, published, version, isTestGated, isBusy, failure, onPublish, onClose } = props;
  const [terms, setTerms] = useState<PublishTerms>({});
  const share = terms?.share;
  const who = share === undefined ? 'all callers' : `${share}% of callers`;
  return (
    <Dialog title={`Publish version ${version}`} isWide onClose={onClose}>
      <div className="min-h-0 overflow-y-auto p-4">
        <PublishTests project={project} version={version} isGated={isTestGated} />
        {published === null ? (
          <p className="max-w-prose text-muted">
            Nothing is published yet. Callers get version {version} as soon as you publish.
          </p>
        ) : (
          <>
            <ShareChoice published={published} onTerms={setTerms} />
            <p className="mb-4 max-w-prose text-muted">
              Version {version} replaces version {published} for {who} within 30 seconds. What
              changes for them:
            </p>
            <VersionComparison project={project} from={published} to={version} />
          </>
        )}
        {failure ? <FailureNote failure={failure} /> : null}
      </div>
      <div className="flex flex-wrap justify-end gap-2 border-t px-4 py-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          disabled={isBusy || terms === null}
          onClick={() => terms && onPublish(terms)}
        >
          {isBusy ? 'Publishing…' : `Publish version ${version}`}
        </Button>
      </div>
    </Dialog>
  );
}
