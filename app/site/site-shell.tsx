import type { ReactNode } from 'react';

import type { Theme } from '#app/platform/theme.ts';

import { ReloadNote } from './reload-note.tsx';
import { SiteHeader } from './site-header.tsx';

/** The frame of every page: a link past the header, the header, and one main landmark. */
export function SiteShell({
  theme,
  notice,
  children,
}: {
  theme: Theme;
  /** Stands below the header of every page. */
  notice: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-[calc(100dvh-var(--foot,0px))] flex-col">
      <a
        href="#main"
        className="fixed top-2 start-2 z-20 -translate-y-16 rounded-control bg-blue px-3 py-2 text-on-blue focus:translate-y-0"
      >
        Skip to content
      </a>
      <SiteHeader theme={theme} />
      <ReloadNote />
      {notice}
      <main id="main" tabIndex={-1} className="flex grow flex-col outline-none">
        {children}
      </main>
    </div>
  );
}
