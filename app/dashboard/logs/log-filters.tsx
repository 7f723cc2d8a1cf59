import { CallEnding } from '#app/hosting/calls/call-entry.ts';
import { NO_KEY } from '#app/hosting/calls/call-filter.ts';
import { Select } from '#app/ui/select.tsx';

import { CALL_WORDS } from '#app/dashboard/call-words.ts';
import type { LogFilter } from './use-log-filter.ts';

/** Values to choose from. */
export interface LogChoices {
  tools: readonly string[];
  /** Ids and names of keys and apps. */
  callers: readonly [id: string, name: string][];
  /** Numbers of versions, the newest first. */
  versions: readonly number[];
}

const SPAN_WORDS = [
  ['hour', 'Last hour'],
  ['day', 'Last 24 hours'],
  ['week', 'Last 7 days'],
] as const;

interface Props {
  filter: LogFilter;
  choices: LogChoices;
  onChange: (change: { [Name in keyof LogFilter]: string }) => void;
}

/** Chooses the calls that the log shows. */
export function LogFilters({ filter, choices, onChange }: Props) {
  return (
    <>
      <Choice
        label="Result"
        all="All results"
        value={filter.end}
        options={CallEnding.options.map((end) => [
          end,
          end === 'failed' ? 'All failed' : CALL_WORDS[end],
        ])}
        onChange={(end) => onChange({ end })}
      />
      <Choice
        label="Tool"
        all="All tools"
        value={filter.tool}
        options={choices.tools.map((tool) => [tool, tool])}
        onChange={(tool) => onChange({ tool })}
      />
      <Choice
        label="Caller"
        all="All callers"
        value={filter.key}
        options={[...choices.callers, [NO_KEY, 'Visitors']]}
        onChange={(key) => onChange({ key })}
      />
      <Choice
        label="Version"
        all="All versions"
        value={filter.version}
        options={choices.versions.map((number) => [String(number), `Version ${number}`])}
        onChange={(version) => onChange({ version })}
      />
      <Choice
        label="Period"
        all="Any time"
        value={filter.within}
        options={SPAN_WORDS}
        onChange={(within) => onChange({ within })}
      />
    </>
  );
}

interface ChoiceProps {
  label: string;
  /** The words for no choice. */
  all: string;
  value: string | undefined;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
}

/** One choice; a value that is in the address only can be taken back, too. */
function Choice({ label, all, value = '', options, onChange }: ChoiceProps) {
  const isKnown = value === '' || options.some(([option]) => option === value);
  return (
    <Select
      aria-label={label}
      className="w-40 max-sm:w-[calc(50%-4px)]"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{all}</option>
      {isKnown ? null : <option value={value}>{value}</option>}
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </Select>
  );
}
