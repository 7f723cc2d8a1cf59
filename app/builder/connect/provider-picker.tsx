import { clsx } from 'clsx';
import { useId } from 'react';

import { PROVIDER_PRESETS, type ProviderPreset } from './provider-presets.ts';

/** The known providers as radio buttons: hosted ones first, then those on the user's own machine. */
export function ProviderPicker({
  chosen,
  onChoose,
}: {
  chosen: ProviderPreset;
  onChoose: (preset: ProviderPreset) => void;
}) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Provider</legend>
      <div className="grid grid-cols-2 gap-1.5 min-[28rem]:grid-cols-3 sm:grid-cols-4">
        {PROVIDER_PRESETS.map((preset) => (
          <label
            key={preset.id}
            className={clsx(
              'control relative flex cursor-pointer flex-col justify-center border px-2.5 py-1 text-sm font-medium',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-blue',
              preset === chosen
                ? 'border-blue bg-blue-tint text-blue'
                : 'border-line text-ink hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name={name}
              className="absolute inset-0 cursor-pointer opacity-0"
              checked={preset === chosen}
              onChange={() => onChoose(preset)}
            />
            {preset.name}
            {preset.isLocal ? (
              <span className="font-normal text-muted">on your machine</span>
            ) : null}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
