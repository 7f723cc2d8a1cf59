import { useEffect, useRef } from 'react';
import { Link } from 'react-router';

import { Button } from '#app/ui/button.tsx';

import type { Consent } from './consent.ts';

/** The height of what stands below the page, which pages as high as the window leave free. */
const FOOT = '--foot';

/**
 * A quiet question in a line below the page: both answers are one click, the page works without one,
 * and nothing lies under it. Where a page is longer than the window, the line stays in sight.
 */
export function ConsentBanner({ onChoose }: { onChoose: (consent: Consent) => void }) {
  const line = useRef<HTMLElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty(FOOT, `${line.current?.offsetHeight ?? 0}px`),
    );
    if (line.current) observer.observe(line.current);
    return () => {
      observer.disconnect();
      style.removeProperty(FOOT);
    };
  }, []);
  return (
    <section
      ref={line}
      aria-label="Analytics"
      className="sticky bottom-0 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-t bg-raised px-4 py-2 text-sm sm:px-6"
    >
      <p>
        May we count when you sign in and out? Nothing else is counted. You can change your choice
        on the{' '}
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
