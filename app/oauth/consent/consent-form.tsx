import { useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';

import { requestConsent } from '#app/oauth/oauth-client.ts';
import { SCOPE_WORDS } from '#app/oauth/scope-words.ts';
import type { ToolScope } from '#app/oauth/tool-scope.ts';
import type { ConsentRequest } from './consent.ts';

type State = 'asking' | 'sending' | 'sent';

/** One request of an app: who asks, for which tools, and the two answers. */
export function ConsentForm({ consent }: { consent: ConsentRequest }) {
  const { app, groups, handle, slug, title } = consent;
  const [chosen, setChosen] = useState<readonly ToolScope[]>(
    groups.filter(({ isAsked }) => isAsked).map(({ scope }) => scope),
  );
  const [state, setState] = useState<State>('asking');
  const [failure, setFailure] = useState<RequestFailure | null>(null);

  async function answer(scopes: readonly ToolScope[]) {
    setState('sending');
    setFailure(null);
    const answered = await requestConsent({ slug, handle, scopes: [...scopes] });
    if (answered.ok) {
      setState('sent');
      location.assign(answered.value.redirectTo);
    } else {
      setState('asking');
      setFailure(answered);
    }
  }

  return (
    <>
      <div className="flex flex-col gap-2">
        <h1 className="text-lg font-semibold wrap-anywhere">
          Let <bdi>{app.name}</bdi> use <bdi>{title}</bdi>?
        </h1>
        <AppFacts app={app} />
      </div>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 font-medium">It may call these tools</legend>
        {groups.map((group) => (
          <ScopeRow
            key={group.scope}
            group={group}
            isChosen={chosen.includes(group.scope)}
            onToggle={(isOn) =>
              setChosen((others) => [
                ...others.filter((each) => each !== group.scope),
                ...(isOn ? [group.scope] : []),
              ])
            }
          />
        ))}
      </fieldset>
      <p className="text-sm text-muted">
        Calls count against the plan of the server’s owner. You can end this at any time under API
        keys, Connected apps.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          disabled={state !== 'asking' || chosen.length === 0}
          onClick={() => void answer(chosen)}
        >
          Allow
        </Button>
        <Button disabled={state !== 'asking'} onClick={() => void answer([])}>
          Don’t allow
        </Button>
      </div>
      {state === 'sent' ? (
        <output className="text-sm text-muted">
          Going back to the app. You can close this page if nothing happens.
        </output>
      ) : null}
      {failure ? <FailureNote failure={failure} onClose={() => setFailure(null)} /> : null}
    </>
  );
}

/** Who asks, as far as anybody has verified it, and where the answer goes. */
function AppFacts({ app }: Pick<ConsentRequest, 'app'>) {
  const { domain, client, redirectHost, isLocal } = app;
  return (
    <div className="flex flex-col gap-2 text-muted">
      <p className="wrap-anywhere">
        {domain === null ? (
          <>
            The app has named itself, and nobody has verified its name. Its registration here is{' '}
            <code>{client}</code>; another app with this name would have a different one.
          </>
        ) : (
          <>
            The app is described at <strong className="text-ink">{domain}</strong>.
          </>
        )}{' '}
        The permission is sent to <strong className="text-ink">{redirectHost}</strong>.
      </p>
      {!isLocal && domain !== null && !isWithin(redirectHost, domain) ? (
        <p>These are two sites. Go on only if you know both.</p>
      ) : null}
      {isLocal ? (
        <p>
          That is a program on this computer. Go on only if you have just started to connect it
          yourself.
        </p>
      ) : null}
    </div>
  );
}

/** Whether a host is a domain, or belongs to it. */
function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

interface RowProps {
  group: ConsentRequest['groups'][number];
  isChosen: boolean;
  onToggle: (isOn: boolean) => void;
}

function ScopeRow({ group, isChosen, onToggle }: RowProps) {
  const { scope, tools, more } = group;
  const { title, detail } = SCOPE_WORDS[scope];
  return (
    <div className="flex items-start gap-3 rounded-panel border px-4 py-3">
      <Checkbox
        id={scope}
        className="mt-0.5"
        checked={isChosen}
        aria-describedby={`${scope}-tools`}
        onChange={({ target }) => onToggle(target.checked)}
      />
      <div className="min-w-0">
        <label htmlFor={scope} className="block font-medium">
          {title}
        </label>
        <div id={`${scope}-tools`} className="text-sm">
          <p className="text-muted">{detail}</p>
          {tools.length > 0 ? (
            <p className="mt-1 wrap-anywhere">
              <code>{tools.join(', ')}</code>
              {more > 0 ? ` and ${more} more` : ''}
            </p>
          ) : null}
        </div>
      </div>
    </div>
  );
}
