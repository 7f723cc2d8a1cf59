import { Link } from 'react-router';

import type { Theme } from '#app/platform/theme.ts';

import { BrandMark } from './brand-mark.tsx';
import { HeaderAccount } from './header-account.tsx';
import { PageLoading } from './page-loading.tsx';
import { SiteNav } from './site-nav.tsx';
import { ThemeMenu } from './theme-menu.tsx';

/** The bar on every page: only what exists is in it. */
export function SiteHeader({ theme }: { theme: Theme }) {
  return (
    <header className="flex h-12 shrink-0 items-center gap-1 border-b px-4 sm:gap-4 sm:px-6">
      <Link to="/" className="-ms-1 flex min-h-11 shrink-0 items-center gap-2 px-1 font-semibold">
        <BrandMark />
        MCP Builder
      </Link>
      <SiteNav />
      <div className="ms-auto flex items-center gap-3">
        <PageLoading />
        <ThemeMenu initial={theme} />
        <HeaderAccount />
      </div>
    </header>
  );
}
