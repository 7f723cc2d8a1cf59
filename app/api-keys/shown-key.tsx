import { CopyButton } from '#app/ui/code/copy-button.tsx';
import { Button } from '#app/ui/button.tsx';

import type { CreatedKey } from './api-key.ts';

/** A key that was just created, with its token: the only time that it is shown. */
export function ShownKey({ created, onClose }: { created: CreatedKey; onClose: () => void }) {
  const { key, token } = created;
  return (
    <section aria-labelledby="new-key" className="rounded-panel border border-pass p-4">
      <h2 id="new-key" tabIndex={-1} ref={(heading) => heading?.focus()} className="font-semibold">
        Copy the key of {key.name} now
      </h2>
      <p className="mt-1 text-sm text-muted">
        It is not shown again. Send it as <code>Authorization: Bearer …</code>, and never put it
        into an address.
      </p>
      <div className="mt-3 flex items-center gap-2 rounded-control bg-sunken px-3 py-2">
        <code className="min-w-0 grow text-sm wrap-anywhere">{token}</code>
        <CopyButton text={token} what="the key" />
      </div>
      <Button className="mt-3" onClick={onClose}>
        I have copied it
      </Button>
    </section>
  );
}
