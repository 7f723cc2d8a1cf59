import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';

import { IconButton } from '#app/ui/icon-button.tsx';
import { Input } from '#app/ui/input.tsx';

interface Props extends Omit<ComponentProps<'input'>, 'onChange' | 'type'> {
  /** Names the secret, as in "Show the token". */
  what: string;
  onValue: (value: string) => void;
}

/** A text field that shows what it holds only on demand. */
export function SecretInput({ what, onValue, ...props }: Props) {
  const [isShown, setShown] = useState(false);
  return (
    <span className="relative block min-w-0 grow">
      <Input
        {...props}
        type={isShown ? 'text' : 'password'}
        spellCheck={false}
        autoCapitalize="none"
        data-1p-ignore
        data-lpignore="true"
        className="pe-10 font-mono text-sm"
        onChange={(event) => onValue(event.currentTarget.value)}
      />
      <IconButton
        label={isShown ? `Hide ${what}` : `Show ${what}`}
        aria-pressed={isShown}
        className="absolute inset-y-0 end-0.5 my-auto"
        onClick={() => setShown(!isShown)}
      >
        {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </IconButton>
    </span>
  );
}
