import { clsx } from 'clsx';
import { useState } from 'react';

interface Props {
  name: string;
  photoURL: string | null;
  className?: string;
}

/** Somebody's picture, or the first letter of their name where there is none or it does not load. */
export function Avatar({ name, photoURL, className = 'size-7' }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  if (photoURL && photoURL !== broken) {
    return (
      <img
        src={photoURL}
        alt=""
        referrerPolicy="no-referrer"
        onError={() => setBroken(photoURL)}
        className={clsx('rounded-full border object-cover', className)}
      />
    );
  }
  return (
    <span
      aria-hidden
      className={clsx(
        'flex items-center justify-center rounded-full bg-blue-tint text-sm font-semibold text-blue',
        className,
      )}
    >
      {firstLetter(name)}
    </span>
  );
}

function firstLetter(name: string): string {
  return String.fromCodePoint(name.codePointAt(0) ?? 63).toUpperCase();
}
