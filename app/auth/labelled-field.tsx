import { Eye, EyeOff } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState, type ComponentProps } from 'react';

import { IconButton } from '#app/ui/icon-button.tsx';
import { Input } from '#app/ui/input.tsx';

interface Props extends Omit<ComponentProps<'input'>, 'ref' | 'id' | 'onChange' | 'value'> {
  label: string;
  value: string;
  /** The problem with the value; the field takes the focus when one appears. */
  problem: string | null;
  hint?: string;
  onValue: (value: string) => void;
}

/** A text field with its label above and its problem below. A password can be shown. */
export function LabelledField({ label, problem, hint, onValue, value, type, ...props }: Props) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isPassword = type === 'password';
  const takeOver = useEffectEvent(() => {
    const typed = field.current?.value ?? '';
    if (typed !== value) onValue(typed);
  });
  // Takes over the value that was typed or filled in before the script ran.
  useEffect(() => takeOver(), []);
  useEffect(() => {
    if (problem !== null) field.current?.focus();
  }, [problem]);
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <Input
          {...props}
          ref={field}
          id={id}
          value={value}
          type={isPassword && isShown ? 'text' : type}
          onChange={(event) => onValue(event.currentTarget.value)}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-problem ${id}-hint`}
          className={isPassword ? 'pe-11 pointer-coarse:pe-12' : undefined}
        />
        {isPassword ? (
          <IconButton
            label={isShown ? 'Hide characters' : 'Show characters'}
            aria-controls={id}
            className="absolute inset-y-0 end-0.5 my-auto pointer-coarse:end-0"
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          </IconButton>
        ) : null}
      </div>
      <p id={`${id}-problem`} className="text-sm text-fail not-empty:mt-1">
        {problem}
      </p>
      {hint ? (
        <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
