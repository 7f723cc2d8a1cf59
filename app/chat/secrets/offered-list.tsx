import type { DraftView } from '#app/drafts/draft.ts';

import { useOfferedSecrets } from './offered-secrets.ts';
import { SecretOffers } from './secret-offers.tsx';

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
    <div className={className}>
      <SecretOffers id={id} offers={offers} secrets={secrets} onSet={onSet} />
    </div>
  );
}
