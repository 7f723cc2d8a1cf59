import { useState } from 'react';

/** Somebody's picture, or the first letter of their name where there is none or it does not load. */
export function Avatar({ name, photoURL }: { name: string; photoURL: string | null }) {
  const [broken, setBroken] = useState<string | null>(null);
  if (photoURL && photoURL !== broken) {
    return (
      <img
        src={photoURL}
        alt=""
        referrerPolicy="no-referrer"
        onError={() => setBroken(photoURL)}
        className="size-7 rounded-full border object-cover"
      />
    );
  }
  return (
    <span
      aria-hidden
      className="flex size-7 items-center justify-center rounded-full bg-blue-tint text-sm font-semibold text-blue"
    >
      {firstLetter(name)}
    </span>
  );
}

function firstLetter(name: string): string {
  return String.fromCodePoint(name.codePointAt(0) ?? 63).toUpperCase();
}
