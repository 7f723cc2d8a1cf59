import { useState } from 'react';
import { useNavigate } from 'react-router';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import type { DraftView } from '#app/drafts/draft.ts';
import type { Result } from '#app/platform/result.ts';
import { postProject, postVersion } from '#app/projects/project-client.ts';
import { VERSION_CONFLICT_TYPE } from '#app/projects/project-problem-types.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field } from '#app/ui/field.tsx';
import type { DraftScreen } from '#app/workbench/use-draft.ts';

import { MergePanel } from './merge-panel.tsx';
import { SaveConflict } from './save-conflict.tsx';

type Saved = Result<{ project: string }, RequestFailure>;

/** Name and message of what is saved, and whether the secrets come along. */
export function SaveForm({ screen }: { screen: DraftScreen }) {
  const { draft } = screen;
  // Its project may have been deleted since: then it becomes one of its own.
  const [isGone, setGone] = useState(false);
  const base = isGone ? undefined : draft.base;
  const navigate = useNavigate();
  const [title, setTitle] = useState(
    draft.blueprint.identity.title ?? draft.blueprint.identity.name,
  );
  const [message, setMessage] = useState('');
  const [hasSecrets, setHasSecrets] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  // The same wish makes one project, however often it is sent.
  const [key] = useState(() => crypto.randomUUID());
  // Merging moves the draft to the newer version, while this window is still about the earlier one.
  const [began] = useState(base?.version ?? 0);
  const isSet = draft.secrets.some((secret) => secret.isSet);
  const conflict = failure === null ? null : latestOf(failure);

  async function save(over?: number, revision = draft.revision) {
    setBusy(true);
    setFailure(null);
    const secrets = isSet && hasSecrets ? ('copy' as const) : ('none' as const);
    const wish = { title, message, secrets, key, over };
    const saved = await send({ ...draft, revision }, base, wish);
    if (saved.ok) await navigate(`/projects/${saved.value.project}`);
    else {
      setBusy(false);
      if (base && isUnknown(saved)) setGone(true);
      else setFailure(saved);
    }
    return saved.ok;
  }

  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && (base || title.trim() !== '')) void save();
      }}
    >
      {isGone ? <GoneNote /> : null}
      {base ? (
        <p className="text-muted">
          It becomes the next version of the project that this chat was saved into. What is served
          changes only when you publish it.
        </p>
      ) : (
        <Field label="Project name" autoFocus maxLength={120} value={title} onValue={setTitle} />
      )}
      <Field
        label="What changed (optional)"
        maxLength={500}
        placeholder={base ? 'Orders can be filtered by status' : 'First version'}
        value={message}
        onValue={setMessage}
      />
      {isSet ? (
        <label className="flex items-start gap-2 text-sm">
          <Checkbox
            className="mt-0.5"
            checked={hasSecrets}
            onChange={(event) => setHasSecrets(event.target.checked)}
          />
          Copy this chat’s secrets to the project. Existing values are kept.
        </label>
      ) : null}
      {conflict === null || !base ? null : (
        <SaveConflict project={base.project} base={began} latest={conflict}>
          <MergePanel
            project={base.project}
            version={conflict}
            draft={draft}
            isBusy={isBusy}
            onMoved={screen.reload}
            onMerged={async ({ revision }) => {
              const isSaved = await save(conflict, revision);
              if (!isSaved) await screen.reload();
            }}
          />
        </SaveConflict>
      )}
      {failure !== null && conflict === null ? (
        <FailureNote failure={failure} onClose={() => setFailure(null)} />
      ) : null}
      {conflict === null ? (
        <Button type="submit" variant="primary" disabled={isBusy || title.trim() === ''}>
          {isBusy ? 'Saving…' : 'Save'}
        </Button>
      ) : (
        <Button disabled={isBusy} onClick={() => void save(conflict)}>
          Save without the changes of version {conflict}
        </Button>
      )}
    </form>
  );
}

function GoneNote() {
  return (
    <p role="alert">
      The project this chat was saved to has been deleted. Save it as a new project.
    </p>
  );
}

interface Wish {
  title: string;
  message: string;
  secrets: 'copy' | 'none';
  key: string;
  /** The version that it is saved after, though the chat began with an earlier one. */
  over: number | undefined;
}

async function send(
  { id, revision }: Pick<DraftView, 'id' | 'revision'>,
  base: DraftView['base'],
  { title, message, secrets, key, over }: Wish,
): Promise<Saved> {
  const said = message.trim() === '' ? {} : { message: message.trim() };
  const body = { draft: id, revision, secrets, ...said };
  if (base) {
    const saved = await postVersion(base.project, { ...body, base: over ?? base.version });
    return saved.ok ? { ok: true, value: { project: base.project } } : saved;
  }
  const saved = await postProject({ ...body, title: title.trim() }, key);
  return saved.ok ? { ok: true, value: { project: saved.value.id } } : saved;
}

function isUnknown(failure: RequestFailure): boolean {
  return failure.reason === 'problem' && failure.problem.status === 404;
}

/** The newer version that a conflict names; null where it is another failure. */
function latestOf(failure: RequestFailure): number | null {
  if (failure.reason !== 'problem' || failure.problem.type !== VERSION_CONFLICT_TYPE) return null;
  return failure.problem.latest ?? null;
}
