import { CircleAlert } from 'lucide-react';

import type { ContractFinding } from '#app/blueprint/diff/contract/contract-diff.ts';
import {
  namePlace,
  WEIGHT_TONES,
  WEIGHT_WORDS,
} from '#app/blueprint/diff/contract/contract-words.ts';
import { FieldDiff } from '#app/chat/changes/field-diff.tsx';
import { Badge } from '#app/ui/badge.tsx';

/** One difference: its weight as a word, where it is, and the texts of both versions. */
export function ContractFindingRow({ finding, of }: { finding: ContractFinding; of: string }) {
  const { path, text, weight, before = null, after = null, skipped, left } = finding;
  const place = namePlace(finding);
  const hasTexts = before !== null || after !== null;
  const name = path === '' ? place : `${place} ${path}`;
  return (
    <li className="py-2">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
        <Badge tone={WEIGHT_TONES[weight]} className="self-center">
          {weight === 'breaking' ? <CircleAlert aria-hidden /> : null}
          {WEIGHT_WORDS[weight]}
        </Badge>
        <span className="text-muted">{place}</span>
        {path === '' ? null : <code className="min-w-0 wrap-anywhere">{path}</code>}
        <span className="min-w-0 wrap-anywhere">{text}</span>
      </p>
      {hasTexts ? (
        <div className="mt-1">
          <FieldDiff
            change={{
              field: name,
              before,
              after,
              ...(skipped === undefined ? {} : { skipped }),
              ...(left === undefined ? {} : { left }),
            }}
            of={of}
          />
        </div>
      ) : null}
    </li>
  );
}
