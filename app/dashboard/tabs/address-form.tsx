import { useState } from 'react';

import { FailureNote } from '#app/api-client/failure-note.tsx';
import type { ProjectFacts } from '#app/dashboard/project-facts.ts';
import { Section } from '#app/dashboard/section.tsx';
import { useChange } from '#app/dashboard/use-change.ts';
import { patchProject } from '#app/projects/project-client.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Field } from '#app/ui/field.tsx';
import { showToast } from '#app/ui/show-toast.ts';

interface Props {
  facts: ProjectFacts;
  onChanged: () => Promise<void>;
}

/** The name in the address of the endpoint. Changing it cuts clients off, which has to be confirmed. */
export function AddressForm({ facts: { project }, onChanged }: Props) {
  const [slug, setSlug] = useState(project.slug);
  const [isAsking, setAsking] = useState(false);
  const { isBusy, failure, run, closeFailure } = useChange(onChanged);
  const wanted = slug.trim();
  const isChanged = wanted !== '' && wanted !== project.slug;
  return (
    <Section title="Address" note="The endpoint and its page are at /mcp/ followed by this name.">
      <form
        className="flex max-w-lg flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged) setAsking(true);
        }}
      >
        <div className="min-w-56 grow">
          <Field
            label="Address name"
            maxLength={48}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono"
            value={slug}
            onValue={setSlug}
          />
        </div>
        <Button type="submit" disabled={!isChanged || isBusy}>
          Change…
        </Button>
      </form>
      {failure ? <FailureNote failure={failure} onClose={closeFailure} /> : null}
      {isAsking ? (
        <Dialog title="Change the address" onClose={() => setAsking(false)}>
          <div className="min-h-0 space-y-3 overflow-y-auto p-4">
            <p className="wrap-anywhere">
              <code>/mcp/{project.slug}</code> becomes <code>/mcp/{wanted}</code>.
            </p>
            <ul className="max-w-prose list-disc space-y-1 ps-5 text-muted">
              <li>
                Every client needs the new address. The old one is not redirected and returns 404
                within 30 seconds.
              </li>
              <li>Apps that signed in have to connect again. API keys stay valid.</li>
              <li>The old name stays reserved for 90 days, so you can switch back.</li>
            </ul>
          </div>
          <div className="flex flex-wrap justify-end gap-2 border-t px-4 py-3">
            <Button onClick={() => setAsking(false)}>Keep the address</Button>
            <Button
              variant="danger"
              disabled={isBusy}
              onClick={() => {
                setAsking(false);
                void run(() => patchProject(project.id, { slug: wanted })).then(
                  (isDone) => isDone && showToast(`The address is /mcp/${wanted}`),
                );
              }}
            >
              Change the address
            </Button>
          </div>
        </Dialog>
      ) : null}
    </Section>
  );
}
