import { Suspense } from 'react';

import type { DraftView } from '#app/drafts/draft.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';

import { useOfferedSecrets } from './offered-secrets.ts';

const SecretOffers = lazyPart(async () => (await import('./secret-offers.tsx')).SecretOffers);

interface Props {
  draft: Pick<DraftView, 'id' | 'mayEdit' | 'secrets'>;
  onSet: () => Promise<void>;
  className: string;
}

/** Values that wait to become secrets of a draft; nothing where there are none. */
export function OfferedList({ draft: { id, mayEdit, secrets }, onSet, className }: Props) {
  const offers = useOfferedSecrets(id);
  if (!mayEdit || offers.length === 0) return null;
  return (
    <Suspense>
      <div className={className}>
        <SecretOffers id={id} offers={offers} secrets={secrets} onSet={onSet} />
      </div>
    </Suspense>
  );
}
