import { Download, Eye, EyeOff, Plug } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';

import { zipPath } from '#app/drafts/draft-client.ts';
import type { DraftView } from '#app/drafts/draft.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { CodeBlock } from '#app/ui/code/code-block.tsx';
import { CopyButton } from '#app/ui/code/copy-button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { Segmented } from '#app/ui/segmented.tsx';

import { toInstallLinks, toSnippets } from './install-snippets.ts';
import { useOrigin } from './use-origin.ts';

/** How to connect a client to the running server, and how to take the project away. */
export function ConnectTab({ draft }: { draft: DraftView }) {
  const origin = useOrigin();
  const url = origin + draft.endpoint;
  const token = draft.token ?? null;
  const isPrivate = draft.visibility === 'private';
  return (
    <div className="min-h-0 grow overflow-y-auto">
      <div className="max-w-3xl space-y-8 px-4 py-5 sm:px-6">
        <UseSection
          title="Endpoint"
          note={`Live now, over Streamable HTTP in the current and earlier protocol revisions. ${
            isPrivate
              ? 'While this server is private, it answers only calls with its token.'
              : 'Calls without a token are answered by the mock upstream.'
          }`}
        >
          <Value text={url} what="endpoint" />
        </UseSection>
        {token ? (
          <UseSection
            title="Token"
            note={
              <>
                Clients send it in the header <code>Authorization: Bearer</code>. Keep it to
                yourself: anyone who has it can read and change this draft and, while the real
                upstream is selected, call it with your secrets.
              </>
            }
          >
            <TokenValue token={token} />
          </UseSection>
        ) : null}
        <UseSection
          title="Connect a client"
          note={token ? 'The links and the copied snippets contain your token.' : null}
        >
          <Install
            name={draft.blueprint.identity.name}
            url={url}
            token={token}
            isComplete={origin !== ''}
          />
        </UseSection>
        <UseSection
          title="Download"
          note="The same server as a TypeScript project with tests, a Dockerfile, a Worker configuration and a README. It runs wherever Node runs."
        >
          <a href={zipPath(draft.id)} download className={buttonClass('primary')}>
            <Download aria-hidden />
            Download .zip
          </a>
        </UseSection>
      </div>
    </div>
  );
}

function UseSection({
  title,
  note,
  children,
}: {
  title: string;
  note: ReactNode;
  children: ReactNode;
}) {
  return (
    <section>
      <h2>{title}</h2>
      {note ? <p className="mb-3 max-w-prose text-sm text-muted">{note}</p> : null}
      {children}
    </section>
  );
}

function Value({ text, what }: { text: string; what: string }) {
  return (
    <div className="flex items-center gap-2 rounded-panel border bg-raised py-1 pr-1 pl-3">
      <code className="min-w-0 grow py-1.5 wrap-anywhere">{text}</code>
      <CopyButton text={text} what={what} />
    </div>
  );
}

function TokenValue({ token }: { token: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="flex items-center gap-1 rounded-panel border bg-raised py-1 pr-1 pl-3">
      <code className="min-w-0 grow py-1.5 wrap-anywhere">
        {isShown ? token : maskToken(token)}
      </code>
      <IconButton
        label={isShown ? 'Hide token' : 'Show token'}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </IconButton>
      <CopyButton text={token} what="token" />
    </div>
  );
}

function Install({
  name,
  url,
  token,
  isComplete,
}: {
  name: string;
  url: string;
  token: string | null;
  /** The address has its host, which the server does not know. */
  isComplete: boolean;
}) {
  const snippets = toSnippets({ name, url, token });
  const shown = toSnippets({ name, url, token: token && maskToken(token) });
  const [id, setId] = useState('claude-code');
  const index = snippets.findIndex((snippet) => snippet.id === id);
  const snippet = snippets[index];
  if (!snippet) return null;
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        {toInstallLinks({ name, url, token }).map((link) => (
          <a
            key={link.title}
            {...(isComplete ? { href: link.href } : {})}
            className={buttonClass()}
          >
            <Plug aria-hidden />
            {link.title}
          </a>
        ))}
      </div>
      <div className="-mx-1 overflow-x-auto p-1">
        <Segmented
          label="Client"
          value={id}
          options={snippets.map((option) => ({ value: option.id, label: option.title }))}
          onChange={setId}
        />
      </div>
      <p className="mt-3 mb-1.5 text-sm text-muted">
        {snippet.place.startsWith('.') || snippet.place.endsWith('.json') ? (
          <code>{snippet.place}</code>
        ) : (
          snippet.place
        )}
      </p>
      <CodeBlock
        label={`snippet for ${snippet.title}`}
        text={shown[index]?.text ?? snippet.text}
        copied={snippet.text}
      />
    </>
  );
}

const SHOWN_CHARACTERS = 15;

/** Shows enough of a token to distinguish it from another. */
function maskToken(token: string): string {
  return `${token.slice(0, SHOWN_CHARACTERS)}${'•'.repeat(12)}`;
}
