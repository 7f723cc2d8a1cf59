import { Link } from 'react-router';

import { Button } from '#app/ui/button.tsx';

import type { Consent } from './consent.ts';

/** A quiet question in the corner: both answers are one click, and the page works without one. */
export function ConsentBanner({ onChoose }: { onChoose: (consent: Consent) => void }) {
  return (
    <section
      aria-label="Analytics"
      className="fixed inset-x-4 bottom-4 z-10 flex max-w-sm flex-col gap-3 rounded-panel border bg-raised p-4 text-sm shadow-float sm:right-auto sm:left-6"
    >
      <p>
        May we count when you sign in and out? This shows us whether sign-in works. Nothing else is
        counted, and you can change your choice on the{' '}
        <Link to="/privacy" className="text-blue underline underline-offset-2">
          privacy page
        </Link>
        .
      </p>
      <div className="flex gap-2">
        <Button onClick={() => onChoose('on')}>Allow</Button>
        <Button onClick={() => onChoose('off')}>Decline</Button>
      </div>
    </section>
  );
}
