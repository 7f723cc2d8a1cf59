import { Link } from 'react-router';

import { formatOfKind } from '#app/blueprint/import/recognise-document.ts';
import type { DraftView } from '#app/drafts/draft.ts';
import { Button } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/code/copy-button.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';

const SHOWN_HASH = 12;

/** Which document the server was made from, and how long the draft is kept. */
export function SourceFacts({ draft, onImport }: { draft: DraftView; onImport: () => void }) {
  return (
    <div className="space-y-3 text-sm">
      {draft.blueprint.sources.map((source) => (
        <div key={source.id}>
          <p className="wrap-anywhere">{source.title ?? source.id}</p>
          <p className="text-muted">
            {nameFormat(source)} {source.format}
            {source.version ? ` · version ${source.version}` : null}
          </p>
          {source.url ? <code className="block wrap-anywhere text-muted">{source.url}</code> : null}
          <p className="flex items-center text-muted">
            <code>sha256 {source.hash.slice(0, SHOWN_HASH)}…</code>
            <CopyButton text={source.hash} what="hash of the document" className="-my-1" />
          </p>
        </div>
      ))}
      {draft.mayEdit && draft.blueprint.sources.length > 0 ? (
        <Button onClick={onImport}>Import again</Button>
      ) : null}
      <Keeping expiresAt={draft.expiresAt} />
      <Link to="/" className="inline-flex min-h-8 items-center text-blue hover:underline">
        Import another document
      </Link>
    </div>
  );
}

/** Swagger is the name of OpenAPI's version 2.0. */
function nameFormat({ kind, format }: { kind: string; format: string }): string {
  if (kind === 'openapi' && format === '2.0') return 'Swagger';
  return formatOfKind(kind)?.name ?? kind;
}

function Keeping({ expiresAt }: Pick<DraftView, 'expiresAt'>) {
  if (expiresAt === null) return <p className="text-muted">Kept in your account.</p>;
  return (
    <p className="text-muted">
      This draft is deleted <RelativeTime at={expiresAt} />, unless you change it or sign in.
    </p>
  );
}
