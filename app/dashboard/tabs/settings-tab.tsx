import { useState } from 'react';
import { useNavigate } from 'react-router';

import { ForRole } from '#app/dashboard/for-role.tsx';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { deleteProject, patchProject, undeleteProject } from '#app/projects/project-client.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field } from '#app/ui/field.tsx';
import { showToast } from '#app/ui/show-toast.ts';

import type { ProjectFacts } from '#app/dashboard/project-facts.ts';
import { Section } from '#app/dashboard/section.tsx';
import { useChange } from '#app/dashboard/use-change.ts';

import { AddressForm } from './address-form.tsx';
import { MovePart } from './move-part.tsx';

interface Props {
  facts: ProjectFacts;
  onChanged: () => Promise<void>;
}

/** Name, address, the lowest score that is published, archive and deletion. */
export function SettingsTab({ facts, onChanged }: Props) {
  return (
    <>
      <NameForm facts={facts} onChanged={onChanged} />
      <ForRole needed="owner">
        <AddressForm facts={facts} onChanged={onChanged} />
      </ForRole>
      <GateForm facts={facts} onChanged={onChanged} />
      <ArchivePart facts={facts} onChanged={onChanged} />
      <ForRole needed="owner">
        <MovePart facts={facts} onChanged={onChanged} />
        <DeletePart facts={facts} onChanged={onChanged} />
      </ForRole>
    </>
  );
}

function NameForm({ facts: { project }, onChanged }: Props) {
  const [title, setTitle] = useState(project.title);
  const { isBusy, failure, run, closeFailure } = useChange(onChanged);
  const isChanged = title.trim() !== '' && title.trim() !== project.title;
  return (
    <Section title="Name">
      <form
        className="flex max-w-lg flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged) void run(() => patchProject(project.id, { title: title.trim() }));
        }}
      >
        <div className="min-w-56 grow">
          <Field label="Project name" maxLength={120} value={title} onValue={setTitle} />
        </div>
        <Button type="submit" disabled={!isChanged || isBusy}>
          Rename
        </Button>
      </form>
      {failure ? <FailureNote failure={failure} onClose={closeFailure} /> : null}
    </Section>
  );
}

function GateForm({ facts: { project }, onChanged }: Props) {
  const [score, setScore] = useState(project.minScore === null ? '' : String(project.minScore));
  const { isBusy, failure, run, closeFailure } = useChange(onChanged);
  const wanted = score.trim() === '' ? null : Number(score);
  const isValid = wanted === null || (Number.isInteger(wanted) && wanted >= 0 && wanted <= 100);
  return (
    <Section
      title="Publishing"
      note="A version with a lower readiness score is not published. Leave it empty to publish any."
    >
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (isValid) void run(() => patchProject(project.id, { minScore: wanted }));
        }}
      >
        <div className="w-32">
          <Field label="Lowest score" inputMode="numeric" value={score} onValue={setScore} />
        </div>
        <Button type="submit" disabled={!isValid || wanted === project.minScore || isBusy}>
          Save
        </Button>
      </form>
      <label className="mt-3 flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
        <Checkbox
          checked={project.isTestGated}
          disabled={isBusy}
          onChange={(event) => {
            const isTestGated = event.currentTarget.checked;
            void run(() => patchProject(project.id, { isTestGated }));
          }}
        />
        Refuse to publish when a test fails
      </label>
      {failure ? <FailureNote failure={failure} onClose={closeFailure} /> : null}
    </Section>
  );
}

function ArchivePart({ facts: { project }, onChanged }: Props) {
  const { isBusy, failure, run, closeFailure } = useChange(onChanged);
  const isArchived = project.archivedAt !== null;
  return (
    <Section
      title="Archive"
      note="An archived project is hidden from the list. Its endpoint keeps working."
    >
      <Button
        disabled={isBusy}
        onClick={() => void run(() => patchProject(project.id, { isArchived: !isArchived }))}
      >
        {isArchived ? 'Take it out of the archive' : 'Archive the project'}
      </Button>
      {failure ? <FailureNote failure={failure} onClose={closeFailure} /> : null}
    </Section>
  );
}

function DeletePart({ facts: { project } }: Props) {
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const { isBusy, failure, run, closeFailure } = useChange(async () => {
    showToast(`Deleted “${project.title}”`, {
      label: 'Undo',
      run: () => void undeleteProject(project.id).then(() => navigate(`/projects/${project.id}`)),
    });
    await navigate('/my-projects');
  });
  const isLive = project.published !== null;
  const mayDelete = !isLive || typed.trim() === project.slug;
  return (
    <Section
      title="Delete"
      note="Versions, tests, secrets and the log go with it. You can undo that for a day; afterwards the address is not given to anybody else for 90 days."
    >
      {isOpen ? (
        <form
          className="max-w-lg space-y-3"
          onSubmit={(event) => {
            event.preventDefault();
            const confirm = isLive ? project.slug : undefined;
            if (mayDelete) void run(() => deleteProject(project.id, confirm));
          }}
        >
          {isLive ? (
            <Field
              label={`The endpoint is live. Type ${project.slug} to confirm`}
              autoComplete="off"
              autoFocus
              value={typed}
              onValue={setTyped}
            />
          ) : null}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="danger" disabled={!mayDelete || isBusy}>
              Delete the project
            </Button>
            <Button variant="ghost" onClick={() => setOpen(false)}>
              Keep it
            </Button>
          </div>
        </form>
      ) : (
        <Button variant="danger" onClick={() => setOpen(true)}>
          Delete…
        </Button>
      )}
      {failure ? <FailureNote failure={failure} onClose={closeFailure} /> : null}
    </Section>
  );
}
