import { useState } from 'react';

import { joinScopes } from '#app/mcp-client/oauth/choose-scope.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';

import { problemOf } from './flow-state.ts';
import type { OauthFlow } from './use-oauth-flow.ts';

/** Asks for more scopes than were granted: those that the server has named, or others. */
export function StepUp({ flow: { state, change, run } }: { flow: OauthFlow }) {
  const named = problemOf(state.outcomes.get('use'))?.scope ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const more = typed ?? named;
  const { tokens, request } = state.facts;
  if (tokens === null) return null;
  return (
    <form
      className="mt-3 flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        change({ scope: joinScopes(request?.scope ?? tokens.scope, more) });
        void run('request');
      }}
    >
      <div className="min-w-0 grow">
        <Field
          label="More scopes (step-up)"
          placeholder="Space-separated"
          className="font-mono text-sm"
          value={more}
          onValue={setTyped}
        />
      </div>
      <Button type="submit" disabled={more.trim() === '' || state.running !== null}>
        Ask for them
      </Button>
    </form>
  );
}
