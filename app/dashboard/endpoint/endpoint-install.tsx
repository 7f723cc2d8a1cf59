import { useState } from 'react';
import { Link } from 'react-router';

import { Segmented } from '#app/ui/segmented.tsx';
import { InstallClient } from '#app/workbench/connect/install-client.tsx';
import { useOrigin } from '#app/ui/use-origin.ts';

/** Stands for a key in snippets: it was shown once, and we do not have it. */
const KEY_PLACE = 'YOUR_API_KEY';

const WAYS = [
  { value: 'signIn', label: 'Sign in' },
  { value: 'key', label: 'API key' },
] as const;

interface Props {
  /** The name of the server in a client. */
  name: string;
  /** Of the endpoint: `/mcp/weather`. */
  path: string;
  isPublic: boolean;
}

/** How clients are connected to an endpoint: by signing in or with a key, unless it is public. */
export function EndpointInstall({ name, path, isPublic }: Props) {
  const origin = useOrigin();
  const [way, setWay] = useState<(typeof WAYS)[number]['value']>('signIn');
  const hasKey = !isPublic && way === 'key';
  return (
    <div className="space-y-4">
      {isPublic ? null : (
        <div className="space-y-2">
          <Segmented label="How it is let in" value={way} options={WAYS} onChange={setWay} />
          <p className="max-w-prose text-sm text-muted">
            {hasKey ? (
              <>
                Put a key in the place of <code>{KEY_PLACE}</code>.{' '}
                <Link to="/api-keys" className="underline">
                  Create one
                </Link>{' '}
                for each client.
              </>
            ) : (
              'The client opens a page here, where you sign in and choose the tools that it may call. A client without OAuth, or a script, needs a key.'
            )}
          </p>
        </div>
      )}
      <InstallClient
        name={name}
        url={`${origin}${path}`}
        token={hasKey ? KEY_PLACE : null}
        isComplete={origin !== ''}
        isPlace={hasKey}
        signsIn={!isPublic && !hasKey}
      />
    </div>
  );
}
