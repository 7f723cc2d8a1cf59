import { useState } from 'react';

import { Button } from '#app/ui/button.tsx';

import { useAuth } from '#app/auth/auth-client.ts';
import { AuthNote } from '#app/auth/auth-note.tsx';
import { LabelledField } from '#app/auth/labelled-field.tsx';
import { TaskButton } from '#app/auth/task-button.tsx';
import { useAccountDeletion, type AccountDeletion } from './use-account-deletion.ts';

/** Deletes the account, for whoever types its address and has just signed in. */
export function DeleteAccount({ email }: { email: string | null }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="delete-account">
      <h2 id="delete-account">Delete account</h2>
      <p className="mt-1 text-muted">
        This removes your sign-in, profile, sessions, drafts, API keys and projects with their
        secrets; their endpoints stop answering. A team of which you are the only member goes, too.
        Download what you want to keep first. This cannot be undone.
      </p>
      {isOpen ? (
        <DeletionSteps email={email} onCancel={() => setOpen(false)} />
      ) : (
        <Button className="mt-4" onClick={() => setOpen(true)}>
          Delete account…
        </Button>
      )}
    </section>
  );
}

function DeletionSteps({ email, onCancel }: { email: string | null; onCancel: () => void }) {
  const deletion = useAccountDeletion(email);
  const { step } = deletion;
  const isProof = step === 'confirming' || step === 'proving';
  return (
    <div className="mt-4 flex max-w-sm flex-col gap-4">
      {isProof ? (
        <ProofForm deletion={deletion} onCancel={onCancel} />
      ) : (
        <PhraseForm deletion={deletion} onCancel={onCancel} />
      )}
    </div>
  );
}

interface StepProps {
  deletion: AccountDeletion;
  onCancel: () => void;
}

function PhraseForm({ deletion, onCancel }: StepProps) {
  const { phrase, step, problem, start } = deletion;
  const [typed, setTyped] = useState('');
  const isBusy = step !== 'typing';
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        start(typed);
      }}
    >
      <LabelledField
        label={`Type ${phrase} to confirm`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={typed}
        problem={problem}
        onValue={setTyped}
        readOnly={isBusy}
      />
      <div className="flex gap-2">
        <TaskButton type="submit" variant="danger" isBusy={isBusy}>
          Delete account
        </TaskButton>
        <Button variant="ghost" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** The sign-in is not recent enough for this: the password again, or Google's popup. */
function ProofForm({ deletion: { step, problem, prove }, onCancel }: StepProps) {
  const { user } = useAuth();
  const [password, setPassword] = useState('');
  const hasPassword = user?.providerData.some(({ providerId }) => providerId === 'password');
  const isBusy = step === 'proving';
  return (
    <form
      method="post"
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        prove(hasPassword ? password : null);
      }}
    >
      <AuthNote tone="fail">{problem}</AuthNote>
      {hasPassword ? (
        <>
          <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
          <LabelledField
            label="Password"
            type="password"
            autoComplete="current-password"
            autoFocus
            value={password}
            problem={null}
            onValue={setPassword}
            readOnly={isBusy}
          />
        </>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <TaskButton
          type="submit"
          variant="danger"
          isBusy={isBusy}
          isOff={hasPassword === true && password === ''}
        >
          {hasPassword ? 'Sign in again and delete' : 'Continue with Google and delete'}
        </TaskButton>
        <Button variant="ghost" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
