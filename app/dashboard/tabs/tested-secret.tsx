import { Check, CircleHelp, X } from 'lucide-react';

import type { SecretTest } from '#app/projects/secrets/project-secrets.ts';

/** How an API took a credential, with the request that was sent. */
export function TestedSecret({ tested }: { tested: SecretTest }) {
  const { request, kind } = tested;
  return (
    <output className="mt-2 flex items-start gap-2 text-sm">
      <Mark kind={kind} />
      <span className="min-w-0 wrap-anywhere">
        {describe(tested)} <code className="text-muted">{request}</code>
      </span>
    </output>
  );
}

function Mark({ kind }: Pick<SecretTest, 'kind'>) {
  if (kind === 'accepted')
    return <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-pass" />;
  if (kind === 'unclear') {
    return <CircleHelp aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />;
  }
  return <X aria-hidden className="mt-0.5 size-4 shrink-0 text-fail" />;
}

function describe({ kind, status, problem }: SecretTest): string {
  switch (kind) {
    case 'accepted':
      return `The API accepted it (${status}).`;
    case 'refused':
      return `The API refused it (${status}). Replace it or check its permissions.`;
    case 'unclear':
      return `The API answered ${status}, which does not show whether it is valid.`;
    case 'failed':
      return `No answer: ${problem}`;
  }
}
