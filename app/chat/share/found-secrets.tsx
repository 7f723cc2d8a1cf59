import { TriangleAlert } from 'lucide-react';

import { Button } from '#app/ui/button.tsx';

import type { SharePreview } from './share-client.ts';

/** Values of an imported document's own examples, which block nothing. */
export function FoundExamples({ examples }: { examples: SharePreview['examples'] }) {
  if (examples.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="flex min-h-8 w-fit cursor-pointer items-center text-muted pointer-coarse:min-h-11">
        {examples.length === 1
          ? 'An example of the imported document looks like a secret'
          : `${examples.length} examples of the imported document look like secrets`}
      </summary>
      <FoundList found={examples} />
      <p className="text-muted">They will be public. Make sure that they are only examples.</p>
    </details>
  );
}

function FoundList({ found }: { found: SharePreview['secrets'] }) {
  return (
    <ul className="my-1">
      {found.map(({ where, kind, masked }) => (
        <li key={`${where} ${masked}`} className="wrap-anywhere">
          {kind} <code>{masked}</code> <span className="text-muted">in {where}</span>
        </li>
      ))}
    </ul>
  );
}

/** Possible secrets in content that is about to be shared, and how to handle them. */
export function FoundSecrets({
  secrets,
  onLook,
}: {
  secrets: SharePreview['secrets'];
  onLook: () => void;
}) {
  if (secrets.length === 0) return null;
  return (
    <section
      aria-label="Possible secrets"
      className="rounded-panel border border-pencil px-3.5 py-2.5 text-sm"
    >
      <p className="flex items-center gap-2 font-medium text-pencil">
        <TriangleAlert aria-hidden className="size-4 shrink-0" />
        {secrets.length === 1
          ? 'Something looks like a secret'
          : `${secrets.length} texts look like secrets`}
      </p>
      <FoundList found={secrets} />
      <p className="text-muted">
        The chat cannot be public until they are removed: edit the message, rename the chat, or
        remove them from the server. Replace any secret that someone else has seen at the service
        that issued it.
      </p>
      <Button variant="secondary" className="mt-2" onClick={onLook}>
        Check again
      </Button>
    </section>
  );
}
