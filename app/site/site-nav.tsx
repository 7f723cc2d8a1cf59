import { Menu } from 'lucide-react';
import { NavLink, useLocation } from 'react-router';

const PLACES = [
  { to: '/', label: 'Builder' },
  { to: '/ai-loop', label: 'Autopilot' },
  { to: '/my-projects', label: 'Projects' },
  { to: '/chats', label: 'Chats' },
  { to: '/client', label: 'Client' },
  { to: '/github', label: 'GitHub' },
  { to: '/showcase', label: 'Showcase' },
  { to: '/pricing', label: 'Pricing' },
  { to: '/docs', label: 'Docs' },
  { to: '/blog', label: 'Blog' },
] as const;

const LINK =
  'flex min-h-11 items-center px-2 text-sm text-muted hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-ink';

/** The ways to every place that there is: in a row, or on phones behind a button. */
export function SiteNav() {
  const { key } = useLocation();
  const links = PLACES.map(({ to, label }) => (
    // The client's document has a policy of its own: it may ask other servers.
    <NavLink key={to} to={to} end={to === '/'} reloadDocument={to === '/client'} className={LINK}>
      {label}
    </NavLink>
  ));
  return (
    <nav aria-label="Main" className="flex">
      <div className="flex max-[860px]:hidden">{links}</div>
      {/* A new page closes it: the key makes it a new one. */}
      <details key={key} className="relative min-[860px]:hidden">
        <summary
          aria-label="Menu"
          className="flex size-11 cursor-pointer list-none items-center justify-center rounded-control text-muted hover:text-ink [&::-webkit-details-marker]:hidden"
        >
          <Menu aria-hidden className="size-5" />
        </summary>
        <div className="absolute start-0 z-30 min-w-44 rounded-panel border bg-raised p-1 shadow-float">
          {links}
        </div>
      </details>
    </nav>
  );
}
