import type { SecretDeclaration } from '#app/runtime/definition.ts';
import { Segmented } from '#app/ui/segmented.tsx';
import type { DraftScreen } from '#app/workbench/use-draft.ts';

type Scope = SecretDeclaration['scope'];

const NOTES: Record<Scope, string> = {
  server: 'The published endpoint uses one for all calls.',
  caller:
    'At the published endpoint, each caller gives their own, which only their calls use. Yours is for trials here.',
};

/** Whose value of a secret the calls of the published endpoint use: an edit, with undo. */
export function SecretScope({ screen, name }: { screen: DraftScreen; name: string }) {
  const { secrets } = screen.blueprint ?? screen.draft.blueprint;
  const scope = secrets.find((secret) => secret.name === name)?.scope ?? 'server';
  return (
    <div className="mt-1.5">
      <Segmented<Scope>
        label={`Whose ${name} is used`}
        value={scope}
        options={[
          { value: 'server', label: 'One for everybody' },
          { value: 'caller', label: 'Each caller’s own' },
        ]}
        onChange={(chosen) => screen.edit({ edit: 'setSecret', name, scope: chosen })}
      />
      <p className="mt-1 text-sm text-muted">{NOTES[scope]}</p>
    </div>
  );
}
