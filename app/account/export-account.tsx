import { Link } from 'react-router';

import { buttonClass } from '#app/ui/button.tsx';

/** Downloads everything that is kept of the user. */
export function ExportAccount() {
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
      <a href="/api/account/export" download className={buttonClass('secondary', 'mt-4')}>
        Download
      </a>
    </section>
  );
}
