import { ExternalLink } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

import { Button } from '#app/ui/button.tsx';

import { describeWindow } from './describe-window.ts';
import { openSignIn, type WindowState } from './open-sign-in.ts';
import {
  getSignInProblems,
  getWaiting,
  subscribeToSignIns,
  type WaitingSignIn,
} from './sign-in-desk.ts';

/** Asks the person to sign in, where the connection to a server waits for that; or says why it failed. */
export function SignInNotice({ id }: { id: string }) {
  const waiting = useSyncExternalStore(subscribeToSignIns, getWaiting, getWaiting).get(id);
  const problem = useSyncExternalStore(
    subscribeToSignIns,
    getSignInProblems,
    getSignInProblems,
  ).get(id);
  if (waiting) return <Question key={waiting.request.state} waiting={waiting} />;
  if (!problem || problem.reason === 'cancelled') return null;
  return (
    <p
      role="alert"
      className="mx-4 mt-4 max-w-3xl rounded-panel border border-fail px-4 py-3 wrap-anywhere sm:mx-6"
    >
      <strong className="font-semibold text-fail">You are not signed in.</strong> {problem.message}{' '}
      The OAuth tab shows each step.
    </p>
  );
}

function Question({ waiting: { request, onAnswer, onCancel } }: { waiting: WaitingSignIn }) {
  const [popup, setPopup] = useState<WindowState | null>(null);
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);
  const open = () => {
    stop.current();
    stop.current = openSignIn(request, { onState: setPopup, onAnswer });
  };
  const { host } = new URL(request.url);
  return (
    <section
      aria-label="Sign-in"
      className="mx-4 mt-4 max-w-3xl space-y-2 rounded-panel border border-pencil bg-raised px-4 py-3 sm:mx-6"
    >
      <p>
        The server asks you to sign in at <strong>{host}</strong>
        {request.scope === null ? '.' : ', for these scopes: '}
        {request.scope === null ? null : <code className="wrap-anywhere">{request.scope}</code>}
      </p>
      {popup === null ? null : <output className="block">{describeWindow(popup)}</output>}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={open}>
          <ExternalLink aria-hidden />
          {popup === null ? `Sign in at ${host}` : 'Open it again'}
        </Button>
        <Button onClick={onCancel}>Do not sign in</Button>
      </div>
    </section>
  );
}
