import { KeyRound } from 'lucide-react';
import { useState } from 'react';

import { toFailureText } from '#app/api-client/failure-text.ts';
import type { RequestFailure } from '#app/api-client/api-request.ts';
import { putSecret } from '#app/drafts/draft-client.ts';
import type { SecretStatus } from '#app/drafts/draft.ts';
import { Button } from '#app/ui/button.tsx';
import { Select } from '#app/ui/select.tsx';
import { showToast } from '#app/ui/show-toast.ts';

import { forgetOffer, type OfferedSecret } from './offered-secrets.ts';
import { orderSecrets } from './order-secrets.ts';

interface Props {
  /** Id of the chat and its draft. */
  id: string;
  offers: readonly OfferedSecret[];
  secrets: readonly SecretStatus[];
  onSet: () => Promise<void>;
}

/** Values that were taken out of a message: each becomes that of a secret with one click, or is forgotten. */
export function SecretOffers({ id, offers, secrets, onSet }: Props) {
  return (
    <ul aria-label="Secrets that were taken out" className="space-y-2">
      {offers.map((offer) => (
        <Offer key={offer.value} id={id} offer={offer} secrets={secrets} onSet={onSet} />
      ))}
    </ul>
  );
}

function Offer({ id, offer, secrets, onSet }: Omit<Props, 'offers'> & { offer: OfferedSecret }) {
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const ordered = orderSecrets(offer, secrets);
  const secret = ordered.find(({ name }) => name === chosen) ?? ordered[0];

  async function use(target: SecretStatus) {
    setBusy(true);
    const sent = await putSecret(id, target, offer.value);
    setBusy(false);
    setFailure(sent.ok ? null : sent);
    if (!sent.ok) return;
    forgetOffer(id, offer.value);
    showToast(`${target.name} is set`);
    await onSet();
  }

  return (
    <li className="rounded-panel border border-pencil bg-raised px-3.5 py-2.5">
      <p className="flex items-start gap-2">
        <KeyRound aria-hidden className="mt-0.5 size-4 shrink-0 text-pencil" />
        <span className="min-w-0 wrap-anywhere">
          This looks like {offer.kind} ({maskOf(offer.value)}).{' '}
          {offer.isSent ? 'It was taken out before it was stored.' : 'It was not sent.'} The message
          has <code>{`{secret:${offer.name}}`}</code> in its place.
        </span>
      </p>
      {secret ? (
        <p className="mt-1 text-sm text-muted wrap-anywhere">
          Its value is stored encrypted
          {secret.origins.length > 0 ? ` and sent only to ${secret.origins.join(', ')}` : ''}.
        </p>
      ) : (
        <p className="mt-1 text-sm text-muted">
          The server does not need a secret yet. Once it does, you can set it here. A reload forgets
          the value.
        </p>
      )}
      {failure ? (
        <p role="alert" className="mt-1 text-sm text-warn wrap-anywhere">
          {toFailureText(failure, 'change').detail}
        </p>
      ) : null}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {ordered.length > 1 ? (
          <div className="max-w-full">
            <Select
              aria-label="Secret to set"
              value={secret?.name}
              onChange={({ target }) => setChosen(target.value)}
            >
              {ordered.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          </div>
        ) : null}
        {secret ? (
          <Button variant="primary" disabled={isBusy} onClick={() => void use(secret)}>
            {secret.isSet ? `Replace ${secret.name}` : `Use as ${secret.name}`}
          </Button>
        ) : null}
        <Button variant="ghost" disabled={isBusy} onClick={() => forgetOffer(id, offer.value)}>
          Forget it
        </Button>
      </div>
    </li>
  );
}

/** Enough to tell it from others. */
function maskOf(value: string): string {
  return `${value.slice(0, Math.min(6, Math.floor(value.length / 4)))}…`;
}
