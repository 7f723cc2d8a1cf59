import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';

const LOOKS = {
  fail: { Icon: CircleAlert, box: 'border-fail bg-fail-tint', mark: 'text-fail' },
  pass: { Icon: CircleCheck, box: 'border-pass bg-pass-tint', mark: 'text-pass' },
  plain: { Icon: Info, box: 'border-line bg-sunken', mark: 'text-muted' },
};

/** A boxed sentence about what just happened; failures are read out at once, the rest politely. */
export function AuthNote({ tone, children }: { tone: keyof typeof LOOKS; children: ReactNode }) {
  const { Icon, box, mark } = LOOKS[tone];
  // An alert is read out when it appears; a status has to be there before its words.
  if (tone === 'fail' && !children) return null;
  return (
    <div role={tone === 'fail' ? 'alert' : 'status'} className="empty:absolute">
      {children ? (
        <p className={clsx('flex gap-2 rounded-control border px-3 py-2 text-sm', box)}>
          <Icon aria-hidden className={clsx('mt-0.5 size-4 shrink-0', mark)} />
          <span className="min-w-0 break-words">{children}</span>
        </p>
      ) : null}
    </div>
  );
}
