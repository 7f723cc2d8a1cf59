import { useRef, useState, type MouseEvent } from 'react';
import { Link } from 'react-router';

import { AuthNote } from '#app/auth/auth-note.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { SpinnerMark } from '#app/ui/spinner.tsx';

import { EXPORT_PATH, requestExport } from './account-requests.ts';

/** Downloads everything that is kept of the user. */
export function ExportAccount() {
  const { problem, isBusy, follow } = useExport();
  return (
    <section aria-labelledby="export-account">
      <h2 id="export-account">Download your data</h2>
      <p className="mt-1 text-muted">
        One file with your profile, chats with attached files, projects with all versions, saved
        tests, logs, and the names of your keys and secrets, never their values.{' '}
        <Link to="/docs/your-data" className="text-blue underline underline-offset-2">
          What is in it
        </Link>
      </p>
      <a
        href={EXPORT_PATH}
        download
        aria-busy={isBusy}
        className={buttonClass('secondary', 'mt-4')}
        onClick={follow}
      >
        {isBusy ? <SpinnerMark /> : null}
        Download
      </a>
      {problem === null ? null : (
        <div className="mt-3">
          <AuthNote tone="fail">{problem}</AuthNote>
        </div>
      )}
    </section>
  );
}

/** Asks the server before the link to the file is followed, since a browser cannot explain a failed download. */
function useExport() {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isAdmitted = useRef(false);

  async function ask(link: HTMLAnchorElement) {
    setBusy(true);
    setProblem(null);
    const asked = await requestExport();
    setBusy(false);
    if (asked.ok) {
      isAdmitted.current = true;
      link.click();
      isAdmitted.current = false;
    } else {
      setProblem(asked.reason === 'failed' ? asked.text : GONE);
    }
  }

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    if (isAdmitted.current) return;
    event.preventDefault();
    if (!isBusy) void ask(event.currentTarget);
  }

  return { problem, isBusy, follow };
}

/** Only a server of another version answers that. */
const GONE = 'The download has moved. Reload the page, then try again.';
