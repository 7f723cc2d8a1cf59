import { useId, useState } from 'react';

import { formatCount } from '#app/platform/locale/reader-locale.ts';
import { MIN_JUDGED_CALLS } from '#app/projects/endpoint/judge-rollout.ts';
import { MAX_SHARE, MIN_SHARE } from '#app/projects/endpoint/rollout.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Input } from '#app/ui/input.tsx';
import { Segmented } from '#app/ui/segmented.tsx';

const SHARES = [
  { value: 'all', label: 'All' },
  { value: '50', label: '50%' },
  { value: '10', label: '10%' },
  { value: 'custom', label: 'Custom' },
] as const;
type Share = (typeof SHARES)[number]['value'];

const MAX_JUDGED_CALLS = 1_000_000;

/** For whom a version is published; null: what was typed is no share, or no number of calls. */
export type PublishTerms = { share?: number; promoteAfter?: number } | null;

/** The share of callers that gets a version, and whether it is promoted by itself. */
export function ShareChoice({
  published,
  onTerms,
}: {
  /** The version that the other callers keep. */
  published: number;
  onTerms: (terms: PublishTerms) => void;
}) {
  const [share, setShare] = useState<Share>('all');
  const [custom, setCustom] = useState('25');
  const [isPromoted, setPromoted] = useState(false);
  const [calls, setCalls] = useState('500');
  const ids = { custom: useId(), rule: useId(), problem: useId() };
  const isCustomWrong = share === 'custom' && toWhole(custom, MIN_SHARE, MAX_SHARE) === null;
  const isCallsWrong =
    share !== 'all' && isPromoted && toWhole(calls, MIN_JUDGED_CALLS, MAX_JUDGED_CALLS) === null;

  function tell(next: { share?: Share; custom?: string; isPromoted?: boolean; calls?: string }) {
    onTerms(toTerms({ share, custom, isPromoted, calls, ...next }));
  }

  return (
    <fieldset className="mb-4">
      <legend className="mb-1 text-sm font-medium">Share of callers</legend>
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label="Share of callers"
          value={share}
          options={SHARES}
          onChange={(value) => {
            setShare(value);
            tell({ share: value });
          }}
        />
        {share === 'custom' ? (
          <span className="flex items-center gap-1.5">
            <label htmlFor={ids.custom} className="sr-only">
              Percent of callers
            </label>
            <Input
              id={ids.custom}
              inputMode="numeric"
              aria-invalid={isCustomWrong}
              aria-describedby={isCustomWrong ? ids.problem : undefined}
              className="w-16"
              value={custom}
              onChange={({ currentTarget: { value } }) => {
                setCustom(value);
                tell({ custom: value });
              }}
            />
            %
          </span>
        ) : null}
      </div>
      {share === 'all' ? null : (
        <>
          <p className="mt-2 max-w-prose text-sm text-muted">
            Each caller stays on the same version; the rest stay on version {published}. If the new
            version fails measurably more often, it is rolled back automatically.
          </p>
          <div className="mt-2 flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1">
            <Checkbox
              id={ids.rule}
              checked={isPromoted}
              onChange={({ currentTarget: { checked } }) => {
                setPromoted(checked);
                tell({ isPromoted: checked });
              }}
            />
            <label htmlFor={ids.rule}>Promote to all callers after</label>
            <Input
              aria-label="Calls before it is promoted"
              inputMode="numeric"
              aria-invalid={isCallsWrong}
              aria-describedby={isCallsWrong ? ids.problem : undefined}
              className="w-20"
              value={calls}
              disabled={!isPromoted}
              onChange={({ currentTarget: { value } }) => {
                setCalls(value);
                tell({ calls: value });
              }}
            />
            <span>calls, unless it fails more often</span>
          </div>
        </>
      )}
      <Problems id={ids.problem} isShareWrong={isCustomWrong} isCallsWrong={isCallsWrong} />
    </fieldset>
  );
}

/** Says why these terms cannot be published. */
function Problems({
  id,
  isShareWrong,
  isCallsWrong,
}: {
  id: string;
  isShareWrong: boolean;
  isCallsWrong: boolean;
}) {
  if (!isShareWrong && !isCallsWrong) return null;
  return (
    <output id={id} className="mt-1 block text-sm text-fail">
      {isShareWrong ? `The share must be a whole number from ${MIN_SHARE} to ${MAX_SHARE}. ` : ''}
      {isCallsWrong
        ? `The number of calls must be a whole number from ${MIN_JUDGED_CALLS} to ${formatCount(MAX_JUDGED_CALLS)}.`
        : ''}
    </output>
  );
}

function toTerms({
  share,
  custom,
  isPromoted,
  calls,
}: {
  share: Share;
  custom: string;
  isPromoted: boolean;
  calls: string;
}): PublishTerms {
  if (share === 'all') return {};
  const percent = toWhole(share === 'custom' ? custom : share, MIN_SHARE, MAX_SHARE);
  if (percent === null) return null;
  if (!isPromoted) return { share: percent };
  const promoteAfter = toWhole(calls, MIN_JUDGED_CALLS, MAX_JUDGED_CALLS);
  return promoteAfter === null ? null : { share: percent, promoteAfter };
}

function toWhole(text: string, least: number, most: number): number | null {
  const number = /^\d{1,7}$/.test(text.trim()) ? Number(text) : NaN;
  return number >= least && number <= most ? number : null;
}
