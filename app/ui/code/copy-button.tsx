import { Check, Copy, X } from 'lucide-react';

import { IconButton } from '#app/ui/icon-button.tsx';

import { useCopy } from './use-copy.ts';

const WORDS = { copied: 'Copied', refused: 'The browser refused to copy' };

/** Copies `text`; `what` names it: "Copy endpoint". */
export function CopyButton({
  text,
  what,
  className,
}: {
  text: string | (() => string);
  what: string;
  className?: string;
}) {
  const { state, copy } = useCopy();
  const Icon = state === 'copied' ? Check : state === 'refused' ? X : Copy;
  return (
    <>
      <IconButton
        label={`Copy ${what}`}
        className={className}
        onClick={() => copy(typeof text === 'string' ? text : text())}
      >
        <Icon aria-hidden className={state === 'copied' ? 'text-pass' : undefined} />
      </IconButton>
      <output className="sr-only">{state === 'idle' ? '' : WORDS[state]}</output>
    </>
  );
}
