import { KeyRound } from 'lucide-react';

import { useLoaded } from '#app/api-client/use-loaded.ts';
import { getProjectSecrets } from '#app/projects/secrets/project-secrets-client.ts';
import { Button } from '#app/ui/button.tsx';

/** Says which secrets the endpoint lacks, while there are any; it fails without them. */
export function MissingSecrets({ project, onOpen }: { project: string; onOpen: () => void }) {
  const { value } = useLoaded(project, '', () => getProjectSecrets(project, 'live'));
  const missing = value?.secrets.filter(
    ({ isSet, needsConfirmation }) => !isSet || needsConfirmation,
  );
  if (!missing || missing.length === 0) return null;
  return (
    <div className="mb-8 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-panel border border-warn px-3 py-2">
      <p className="relative min-w-0 grow ps-7 text-sm wrap-anywhere">
        <KeyRound aria-hidden className="absolute top-0.5 left-0 size-4 text-warn" />
        {missing.length === 1 ? 'A secret is' : `${missing.length} secrets are`} not set for the
        endpoint: <code>{missing.map(({ name }) => name).join(', ')}</code>. Calls that need{' '}
        {missing.length === 1 ? 'it' : 'them'} fail.
      </p>
      <Button onClick={onOpen}>Set secrets</Button>
    </div>
  );
}
