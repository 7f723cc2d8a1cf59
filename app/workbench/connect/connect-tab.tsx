import { Download, Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';

import { zipPath } from '#app/drafts/draft-client.ts';
import type { DraftView } from '#app/drafts/draft.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/code/copy-button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { useOrigin } from '#app/ui/use-origin.ts';

import { InstallClient } from './install-client.tsx';
import { shortenToken } from './shorten-token.ts';

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
          <InstallClient
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
    <div className="flex items-center gap-2 rounded-panel border bg-raised py-1 pe-1 ps-3">
      <code className="min-w-0 grow py-1.5 wrap-anywhere">{text}</code>
      <CopyButton text={text} what={what} />
    </div>
  );
}

function TokenValue({ token }: { token: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="flex items-center gap-1 rounded-panel border bg-raised py-1 pe-1 ps-3">
      <code className="min-w-0 grow py-1.5 wrap-anywhere">
        {isShown ? token : shortenToken(token)}
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
