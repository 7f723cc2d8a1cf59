import { ChevronRight } from 'lucide-react';
import { useId, useRef, useState } from 'react';

import type { ServerTarget } from '#app/mcp-client/target.ts';
import { Button } from '#app/ui/button.tsx';
import { useHydrated } from '#app/ui/loading/use-hydrated.ts';
import { Textarea } from '#app/ui/textarea.tsx';
import { useDesktopFocus } from '#app/ui/use-desktop-focus.ts';
import { useDocumentDrop } from '#app/ui/use-document-drop.ts';
import { useEarlyText } from '#app/ui/use-early-text.ts';

import type { RemoteEntry } from './configs/config-entry.ts';
import { readConfig } from './configs/read-config.ts';
import { FieldProblem } from './field-problem.tsx';
import { FoundServers } from './found-servers.tsx';
import { KeepFields } from './keep-fields.tsx';
import { newTarget } from './new-target.ts';
import type { KeepChoice } from './save-server.ts';
import { SettingsFields } from './settings-fields.tsx';
import { useTargetDraft } from './use-target-draft.ts';

interface Props {
  /** Settings that a link or another page offers. */
  offered: (Partial<ServerTarget> & { url: string }) | null;
  isSignedIn: boolean;
  origin: string;
  /** Adds the server and connects to it. */
  onConnect: (target: ServerTarget, keep: KeepChoice) => void;
  /** Adds servers without connecting. */
  onAdd: (entries: readonly RemoteEntry[]) => void;
}

const LABEL = 'Address of the server, or a configuration';

/** Takes the address of a server, or anything that names servers, pasted or dropped; asks none by itself. */
export function AddServer({ offered, isSignedIn, origin, onConnect, onAdd }: Props) {
  const form = useAddForm(offered);
  const { text, found, draft } = form;
  const isHydrated = useHydrated();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useEarlyText(field, form.setText);
  useDesktopFocus(field);
  const { isOver } = useDocumentDrop({
    onFiles: ([file]) => void file?.text().then(form.setText),
    onText: form.setText,
  });
  const problem = form.problem ?? draft.problems.get('url');

  function submit() {
    const target = form.isList ? null : draft.check();
    if (target) onConnect({ ...target, name: target.name || newTarget(target).name }, form.keep);
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
            className="max-h-80 font-mono text-sm"
            value={text}
            {...(problem ? { 'aria-invalid': true } : {})}
            aria-describedby={`${id}-problem`}
            onChange={(event) => form.setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || text.includes('\n')) return;
              event.preventDefault();
              submit();
            }}
          />
          <Button
            type="submit"
            variant="primary"
            className="max-sm:w-full"
            disabled={!isHydrated || form.isList}
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
            if (entries.length === found.remote.length) form.setText('');
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

/** What was entered, and what it is: one server to connect to, or a list to add. */
function useAddForm(offered: Props['offered']) {
  const [text, setShownText] = useState(offered?.url ?? '');
  const [keep, setKeep] = useState<KeepChoice>({ keep: 'browser', remembersSecrets: false });
  const draft = useTargetDraft(() => newTarget(offered ?? { url: '' }));
  const [isFromConfig, setFromConfig] = useState(false);
  const read = text.trim() === '' ? null : readConfig(text);
  const found = read?.ok ? read.value : null;
  // One server with an address is connected to at once, whatever form it came in.
  const only =
    found && found.local.length === 0 && found.remote.length === 1 ? found.remote[0] : null;

  function setText(next: string) {
    setShownText(next);
    const again = readConfig(next);
    const [entry, ...more] = again.ok && again.value.local.length === 0 ? again.value.remote : [];
    const isPlain = /^\s*\S*\s*$/.test(next);
    const isOfConfig = entry !== undefined && more.length === 0 && !isPlain;
    setFromConfig(isOfConfig);
    if (isOfConfig) draft.reset(newTarget(entry));
    // Headers that came with one address are not for another.
    else if (isFromConfig) draft.reset(newTarget({ url: next.trim() }));
    else draft.change({ url: next.trim() });
  }

  const isMeantAsConfig = /[{\n]/.test(text);
  return {
    text,
    setText,
    keep,
    setKeep,
    draft,
    found,
    isList: found !== null && !only,
    isOpen: draft.problems.size > (draft.problems.has('url') ? 1 : 0),
    problem: read && !read.ok && isMeantAsConfig ? read.message : undefined,
  };
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
