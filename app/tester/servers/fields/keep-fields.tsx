import { useId } from 'react';
import { Link } from 'react-router';

import { storeCurrentUrl } from '#app/auth/return-url.ts';
import type { KeepChoice } from '#app/tester/servers/keeping/save-server.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Segmented } from '#app/ui/segmented.tsx';

const NOTES = {
  tab: 'Gone when you reload or leave this page.',
  browser: 'Stays in this browser, and nowhere else.',
  account:
    'Follows you to other browsers: address and settings, never a value of a header or a token.',
} as const;

interface Props {
  choice: KeepChoice;
  isSignedIn: boolean;
  onChoice: (choice: KeepChoice) => void;
}

/** Where a server is kept, and whether this browser remembers its secrets. */
export function KeepFields({ choice, isSignedIn, onChoice }: Props) {
  const id = useId();
  return (
    <div className="space-y-2">
      <div>
        <p className="mb-1 text-sm font-medium">Keep this server</p>
        <Segmented
          label="Keep this server"
          value={choice.keep}
          options={[
            { value: 'tab', label: 'On this page' },
            { value: 'browser', label: 'In this browser' },
            { value: 'account', label: 'In your account', disabled: !isSignedIn },
          ]}
          className="max-sm:flex-wrap"
          onChange={(keep) => onChoice({ ...choice, keep })}
        />
        <p className="mt-1 max-w-prose text-sm text-muted">
          {NOTES[choice.keep]}
          {isSignedIn ? null : (
            <>
              {' '}
              <Link to="/login" className="underline" onClick={() => void storeCurrentUrl()}>
                Sign in
              </Link>{' '}
              to keep servers in an account.
            </>
          )}
        </p>
      </div>
      <div className="flex items-start gap-2">
        <Checkbox
          id={id}
          className="mt-1"
          checked={choice.remembersSecrets}
          disabled={choice.keep === 'tab'}
          onChange={(event) =>
            onChoice({ ...choice, remembersSecrets: event.currentTarget.checked })
          }
        />
        <label htmlFor={id} className="text-sm">
          Remember header values, token and client secret in this browser
          <span className="block text-muted">Otherwise you enter them again after a reload.</span>
        </label>
      </div>
    </div>
  );
}
