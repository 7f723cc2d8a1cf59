import { ExternalLink } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/code/copy-button.tsx';
import { Field } from '#app/ui/field.tsx';

import { describeWindow } from './describe-window.ts';
import { readCallbackAddress } from './read-callback-address.ts';
import type { OauthFlow } from './use-oauth-flow.ts';

/** Opens the sign-in, and takes what came back, also by hand. */
export function SignInStep({ flow: { state, popup, signIn, answer } }: { flow: OauthFlow }) {
  const [pasted, setPasted] = useState('');
  const { request, code, callback } = state.facts;
  if (request === null || code !== null) return null;
  const query = readCallbackAddress(pasted, request.redirectUri);
  return (
    <div className="mt-3 space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button variant={callback === null ? 'primary' : 'secondary'} onClick={signIn}>
          <ExternalLink aria-hidden />
          {popup === null ? 'Open the sign-in' : 'Open it again'}
        </Button>
        <CopyButton text={request.url} what="address of the sign-in" />
      </div>
      {popup === null ? null : <output className="block">{describeWindow(popup)}</output>}
      <details>
        <summary className="min-h-8 py-1 text-sm text-muted pointer-coarse:min-h-11">
          The answer did not arrive
        </summary>
        <form
          className="mt-1 flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (query !== null) answer(query);
          }}
        >
          <div className="min-w-0 grow">
            <Field
              label="Address that the sign-in led back to"
              placeholder={`${request.redirectUri}?code=…`}
              value={pasted}
              onValue={setPasted}
            />
          </div>
          <Button type="submit" disabled={query === null}>
            Use it
          </Button>
        </form>
      </details>
    </div>
  );
}
