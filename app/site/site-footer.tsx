import { Link } from 'react-router';

const PLACES = [
  { to: '/docs', label: 'Documentation' },
  { to: '/docs/api', label: 'API reference' },
  { to: '/blog', label: 'Blog' },
  { to: '/pricing', label: 'Pricing' },
  { to: '/terms', label: 'Terms' },
  { to: '/privacy', label: 'Privacy' },
] as const;

/** The bar at the end of pages that are read. */
export function SiteFooter() {
  return (
    <footer className="mt-auto border-t">
      <nav
        aria-label="More pages"
        className="mx-auto flex w-full max-w-5xl flex-wrap gap-x-5 px-4 py-3 text-sm sm:px-6"
      >
        {PLACES.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            className="flex min-h-9 items-center text-muted hover:text-ink pointer-coarse:min-h-11"
          >
            {label}
          </Link>
        ))}
      </nav>
    </footer>
  );
}
