import { FailureNote } from '#app/api-client/failure-note.tsx';
import { useChange } from '#app/dashboard/use-change.ts';
import { getVersionReport } from '#app/projects/project-client.ts';
import { Button } from '#app/ui/button.tsx';

interface Props {
  project: string;
  number: number;
  onChanged: () => Promise<void>;
}

/** Checks the readiness of a version that was saved without a report. */
export function CheckVersion({ project, number, onChanged }: Props) {
  const { isBusy, failure, run, closeFailure } = useChange(onChanged);
  return (
    <>
      <Button
        variant="ghost"
        disabled={isBusy}
        aria-label={`Check version ${number}`}
        onClick={() => void run(() => getVersionReport(project, number))}
      >
        {isBusy ? 'Checking…' : 'Check'}
      </Button>
      {failure ? <FailureNote failure={failure} onClose={closeFailure} /> : null}
    </>
  );
}
