import { clsx } from 'clsx';
import { useId } from 'react';

import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/input.tsx';

import { describeName } from './describe-name.ts';
import type { NameAnswer } from './new-repository.ts';
import type { Repository } from './repository.ts';

/** The name of a new repository, with what GitHub makes of it. */
export function NameField({
  owner,
  text,
  answer,
  onText,
  onPick,
}: {
  owner: string;
  text: string;
  answer: NameAnswer | null;
  onText: (text: string) => void;
  /** The existing repository of the name is taken. */
  onPick: (repository: Repository) => void;
}) {
  const id = useId();
  const words = describeName(text, owner, answer);
  const taken = answer?.state === 'taken' ? answer.repository : null;
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        Name
      </label>
      <Input
        id={id}
        className="font-mono md:text-sm"
        value={text}
        spellCheck={false}
        aria-invalid={words.isProblem}
        aria-describedby={`${id}-words`}
        onChange={(event) => onText(event.target.value)}
      />
      <output
        id={`${id}-words`}
        className={clsx(
          'mt-1 block text-sm wrap-anywhere empty:hidden',
          words.isProblem ? 'text-fail' : 'text-muted',
        )}
      >
        {words.text}
      </output>
      {taken ? (
        <Button className="mt-2" onClick={() => onPick(taken)}>
          Use this repository
        </Button>
      ) : null}
    </div>
  );
}
