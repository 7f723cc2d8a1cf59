import { ChevronRight } from 'lucide-react';
import { useId, useRef } from 'react';

import type { ServerTarget } from '#app/mcp-client/target.ts';
import { Button } from '#app/ui/button.tsx';
import { useHydrated } from '#app/ui/loading/use-hydrated.ts';
import { Textarea } from '#app/ui/textarea.tsx';
import { useDesktopFocus } from '#app/ui/use-desktop-focus.ts';
import { useDocumentDrop } from '#app/ui/use-document-drop.ts';

import type { RemoteEntry } from './configs/config-entry.ts';
import { FieldProblem } from './fields/field-problem.tsx';
import { KeepFields } from './fields/keep-fields.tsx';
import { SettingsFields } from './fields/settings-fields.tsx';
import { FoundServers } from './found-servers.tsx';
import type { KeepChoice } from './keeping/save-server.ts';
import { newTarget } from './new-target.ts';
import type { AddForm } from './use-add-form.ts';

interface Props {
  form: AddForm;
  isSignedIn: boolean;
  origin: string;
  /** Adds the server and connects to it. */
  onConnect: (target: ServerTarget, keep: KeepChoice) => void;
  /** Adds servers without connecting. */
  onAdd: (entries: readonly RemoteEntry[]) => void;
}

const LABEL = 'Address of the server, or a configuration';

/** Takes the address of a server, or anything that names servers, pasted or dropped; asks none by itself. */
export function AddServer({ form, isSignedIn, origin, onConnect, onAdd }: Props) {
  const { found, draft } = form;
  const { isOver } = useDocumentDrop({
    onFiles: ([file]) => void file?.text().then(form.setText),
    onText: form.setText,
  });

  function submit() {
    const target = form.isList ? null : draft.check();
    if (!target) return;
    onConnect({ ...target, name: target.name || newTarget(target).name }, form.keep);
    form.clear();
  }

  return (
    <div className="space-y-5">
      <form
        aria-label="Connect to a server"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <AddressField form={form} onSubmit={submit} />
        {form.isList ? null : (
          <details className="group mt-3" open={form.isOpen || undefined}>
            <summary className="flex min-h-11 list-none items-center gap-1.5 text-sm font-medium text-muted hover:text-ink sm:min-h-9">
              <ChevronRight aria-hidden className="size-4 group-open:rotate-90" />
              Settings
              <span className="truncate font-normal">{summarize(draft.target)}</span>
            </summary>
            <div className="mt-2 space-y-5 rounded-panel border p-4">
              <SettingsFields
                target={draft.target}
                problems={draft.problems}
                onChange={draft.change}
              />
              <KeepFields choice={form.keep} isSignedIn={isSignedIn} onChoice={form.setKeep} />
            </div>
          </details>
        )}
      </form>
      {found && form.isList ? (
        <FoundServers
          found={found}
          origin={origin}
          onAdd={(entries) => {
            onAdd(entries);
            if (entries.length === found.remote.length && found.local.length === 0)
              form.setText('');
          }}
        />
      ) : null}
      {isOver ? (
        <p className="pointer-events-none fixed inset-3 z-40 flex items-center justify-center rounded-panel border-2 border-dashed border-blue bg-veil text-lg font-semibold">
          <span className="rounded-panel bg-raised px-4 py-2 shadow-float">
            Drop a configuration to read its servers
          </span>
        </p>
      ) : null}
    </div>
  );
}

/** The field for an address or a configuration, and what is wrong with it. */
function AddressField({
  form: { text, setText, isList, ...form },
  onSubmit,
}: {
  form: AddForm;
  onSubmit: () => void;
}) {
  const isHydrated = useHydrated();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useDesktopFocus(field);
  const problem = form.problem ?? form.draft.problems.get('url');
  return (
    <>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {LABEL}
      </label>
      <div className="flex items-start gap-2 max-sm:flex-col">
        <Textarea
          ref={field}
          id={id}
          rows={1}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          placeholder="https://mcp.example.com/mcp"
          className="max-h-80 font-mono text-sm pointer-coarse:py-2.5"
          value={text}
          {...(problem ? { 'aria-invalid': true } : {})}
          aria-describedby={`${id}-problem`}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || text.includes('\n')) return;
            event.preventDefault();
            onSubmit();
          }}
        />
        <Button
          type="submit"
          variant="primary"
          className="max-sm:w-full"
          disabled={!isHydrated || isList}
        >
          Connect
        </Button>
      </div>
      <FieldProblem id={`${id}-problem`} message={problem} />
      {problem ? null : (
        <p className="mt-1 text-sm text-muted">
          Paste or drop a configuration of Claude, Cursor, VS Code or Cline, a server.json, an
          install link, or a command.
        </p>
      )}
    </>
  );
}

const AUTH_WORDS = { none: 'no authentication', bearer: 'bearer token', oauth: 'OAuth' } as const;

function summarize({ transport, era, route, auth, headers }: ServerTarget): string {
  const parts = [
    transport === 'sse' ? 'HTTP+SSE' : 'Streamable HTTP',
    era === 'auto' ? 'newest revision' : era === 'legacy' ? 'legacy revisions' : era,
    route === 'auto' ? '' : route === 'relay' ? 'by relay' : 'direct',
    AUTH_WORDS[auth.kind],
    headers.length > 0 ? `${headers.length} header${headers.length === 1 ? '' : 's'}` : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
