import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useRevalidator } from 'react-router';

import { AuthNote } from '#app/auth/auth-note.tsx';
import { AUTH_TEXTS } from '#app/auth/auth-texts.ts';
import { RelativeTime } from '#app/ui/relative-time.tsx';
import { useSignOut, type SignOutButton } from '#app/auth/login/use-sign-out.ts';
import type { ListedSession } from '#app/auth/session/listed-session.ts';
import { TaskButton } from '#app/auth/task-button.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';

import { endAllSessions, requestSessionEnd, type AccountFailure } from './account-requests.ts';

const PHONE = /\b(Android|iPhone)\b/;

/** Where the user is signed in, and how to end that; null: the list could not be loaded. */
export function SessionList({ sessions }: { sessions: readonly ListedSession[] | null }) {
  const [note, setNote] = useState<Note | null>(null);
  const { revalidate, state } = useRevalidator();
  const leaving = useSignOut();
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Sessions</h2>
      <p className="mt-1 text-muted">
        The browsers in which you are signed in. A session ends automatically after 7 days without
        use, and after 30 days at the latest.
      </p>
      <div className="my-3">
        <AuthNote tone="fail">
          {sessions === null
            ? 'The sessions could not be loaded. Nothing was changed.'
            : note?.tone === 'fail' && note.text}
        </AuthNote>
        <AuthNote tone="fail">{leaving.state === 'failed' && AUTH_TEXTS.signOutFailed}</AuthNote>
        <AuthNote tone="pass">{note?.tone === 'pass' && note.text}</AuthNote>
      </div>
      {sessions === null ? (
        <TaskButton isBusy={state !== 'idle'} onClick={() => void revalidate()}>
          Try again
        </TaskButton>
      ) : (
        <>
          <ul className="border-t">
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} leaving={leaving} onNote={setNote} />
            ))}
          </ul>
          <EndAll leaving={leaving} onNote={setNote} />
        </>
      )}
    </section>
  );
}

interface Note {
  tone: 'pass' | 'fail';
  text: string;
}

/**
 * The note for a failure of these actions: they need no recent sign-in, so only `failed` is shown.
 */
function toNote(failure: AccountFailure): Note | null {
  return failure.reason === 'failed' ? { tone: 'fail', text: failure.text } : null;
}

interface RowProps {
  session: ListedSession;
  /** Signs out here. */
  leaving: SignOutButton;
  onNote: (note: Note | null) => void;
}

function SessionRow({ session, leaving, onNote }: RowProps) {
  const [isBusy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();
  const Icon = PHONE.test(session.device) ? Smartphone : Monitor;

  async function end() {
    setBusy(true);
    onNote(null);
    const ended = await requestSessionEnd(session.id);
    // A session that is gone already counts as ended.
    if (ended.ok || ended.reason === 'gone') {
      await revalidate();
      onNote({ tone: 'pass', text: `Ended: ${session.device}.` });
    } else {
      onNote(toNote(ended));
    }
    setBusy(false);
  }

  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 border-b py-3">
      <Icon aria-hidden className="size-5 shrink-0 text-muted" />
      <div>
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {session.device}
          {session.isCurrent ? <Badge tone="blue">This browser</Badge> : null}
        </p>
        <p className="text-sm text-muted">
          Signed in <RelativeTime at={Date.parse(session.createdAt)} />
          {session.isCurrent ? null : (
            <>
              {' · '}last used <RelativeTime at={Date.parse(session.seenAt)} />
            </>
          )}
        </p>
      </div>
      {session.isCurrent ? (
        <TaskButton isBusy={leaving.state === 'busy'} onClick={() => void leaving.signOut()}>
          Sign out
        </TaskButton>
      ) : (
        <TaskButton
          isBusy={isBusy}
          aria-label={`End session: ${session.device}`}
          onClick={() => void end()}
        >
          End
        </TaskButton>
      )}
    </li>
  );
}

/** Asks once more: this browser is signed out too. */
function EndAll({ leaving, onNote }: Pick<RowProps, 'leaving' | 'onNote'>) {
  const [step, setStep] = useState<'idle' | 'asking' | 'busy'>('idle');

  async function endAll() {
    setStep('busy');
    onNote(null);
    const ended = await endAllSessions();
    if (ended.ok) await leaving.signOut();
    else onNote(toNote(ended));
    setStep('idle');
  }

  if (step === 'idle') {
    return (
      <Button className="mt-4" onClick={() => setStep('asking')}>
        Sign out everywhere
      </Button>
    );
  }
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      <p className="me-2">End all sessions, including this one?</p>
      <TaskButton variant="danger" autoFocus isBusy={step === 'busy'} onClick={() => void endAll()}>
        End all sessions
      </TaskButton>
      <Button variant="ghost" disabled={step === 'busy'} onClick={() => setStep('idle')}>
        Cancel
      </Button>
    </div>
  );
}
