import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useState } from 'react';

import type { OneTimeMessage } from '#app/platform/one-time-message.ts';
import { IconButton } from '#app/ui/icon-button.tsx';

const TONES = {
  note: { Icon: Info, colour: 'text-blue' },
  pass: { Icon: CircleCheck, colour: 'text-pass' },
  fail: { Icon: CircleAlert, colour: 'text-fail' },
};

/** Long enough to read two lines; failures stay until they are closed. */
const SHOWN_MS = 10_000;

/** The message that the previous page left, shown once. */
export function MessageNote({ message }: { message: OneTimeMessage }) {
  const [closed, setClosed] = useState<OneTimeMessage | null>(null);
  useEffect(() => {
    if (message.tone === 'fail') return;
    const timer = setTimeout(() => setClosed(message), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [message]);
  if (closed === message) return null;
  const { Icon, colour } = TONES[message.tone];
  return (
    <div
      role={message.tone === 'fail' ? 'alert' : 'status'}
      className="fixed inset-x-4 top-14 z-20 mx-auto flex max-w-md items-start gap-2.5 rounded-panel border bg-raised py-1.5 pe-1.5 ps-4 text-sm shadow-float"
    >
      <Icon aria-hidden className={clsx('mt-2.5 size-4 shrink-0', colour)} />
      <p className="grow py-2 wrap-anywhere">{message.text}</p>
      <IconButton label="Dismiss" onClick={() => setClosed(message)}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}
