import { useState } from 'react';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { FailureNote } from '#app/api-client/failure-note.tsx';
import { Button } from '#app/ui/button.tsx';
import { Segmented } from '#app/ui/segmented.tsx';

import type { CreatedKey } from './api-key.ts';
import { requestKeyRotation } from './keys-client.ts';

const OVERLAPS = { '24': 24, '168': 168, '0': 0 } as const;
type Overlap = keyof typeof OVERLAPS;

const OPTIONS: readonly { value: Overlap; label: string }[] = [
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
  { value: '0', label: 'Stop immediately' },
];

interface Props {
  id: string;
  account: string | undefined;
  onRotated: (created: CreatedKey) => Promise<void>;
  onClose: () => void;
}

/** Replaces a key by a new one with the same rights; the old one goes on for a while. */
export function RotateForm({ id, account, onRotated, onClose }: Props) {
  const [overlap, setOverlap] = useState<Overlap>('24');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);

  async function rotate() {
    setBusy(true);
    const rotated = await requestKeyRotation(id, { overlapHours: OVERLAPS[overlap] }, account);
    setBusy(false);
    if (rotated.ok) await onRotated(rotated.value);
    else setFailure(rotated);
  }

  return (
    <div className="mt-2 rounded-control bg-sunken px-3 py-2 text-sm">
      <p className="mb-2">
        A new key gets the same rights. How long should the old key keep working?
      </p>
      <Segmented
        label="Old key works for"
        value={overlap}
        options={OPTIONS}
        onChange={setOverlap}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="primary" disabled={isBusy} onClick={() => void rotate()}>
          Create the new key
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
      {failure ? <FailureNote failure={failure} onClose={() => setFailure(null)} /> : null}
    </div>
  );
}
