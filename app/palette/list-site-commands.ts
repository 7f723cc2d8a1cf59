import {
  Boxes,
  Cable,
  CircleUser,
  CreditCard,
  FileText,
  FolderGit2,
  Globe,
  Hammer,
  KeyRound,
  LogIn,
  LogOut,
  MessagesSquare,
  Monitor,
  Moon,
  Plus,
  Shield,
  Sun,
  Tags,
  Workflow,
  type LucideIcon,
} from 'lucide-react';

import { THEMES } from '#app/platform/theme.ts';
import { chooseTheme } from '#app/ui/use-theme.ts';

import type { Command } from './command.ts';

const PAGES: readonly { to: string; label: string; icon: LucideIcon }[] = [
  { to: '/', label: 'Builder', icon: Hammer },
  { to: '/ai-loop', label: 'Autopilot', icon: Workflow },
  { to: '/my-projects', label: 'Projects', icon: Boxes },
  { to: '/chats', label: 'Chats', icon: MessagesSquare },
  { to: '/client', label: 'MCP client', icon: Cable },
  { to: '/github', label: 'GitHub', icon: FolderGit2 },
  { to: '/showcase', label: 'Showcase', icon: Globe },
  { to: '/account', label: 'Account and model keys', icon: CircleUser },
  { to: '/api-keys', label: 'API keys', icon: KeyRound },
  { to: '/pricing', label: 'Pricing', icon: Tags },
  { to: '/subscription', label: 'Subscription and invoices', icon: CreditCard },
  { to: '/docs/api', label: 'API reference', icon: FileText },
  { to: '/terms', label: 'Terms of service', icon: FileText },
  { to: '/privacy', label: 'Privacy policy', icon: Shield },
];

const THEME_COMMANDS = {
  light: { label: 'Use the light theme', icon: Sun },
  dark: { label: 'Use the dark theme', icon: Moon },
  system: { label: 'Use the device theme', icon: Monitor },
} as const;

/**
 * Lists the commands of every page: go to the others, start a server, choose a theme, sign in or
 * out.
 */
export function listSiteCommands(go: (to: string) => void, isSignedIn: boolean): Command[] {
  const session: Command = isSignedIn
    ? {
        id: 'sign-out',
        group: 'Actions',
        label: 'Sign out',
        icon: LogOut,
        run: () => go('/signout'),
      }
    : { id: 'sign-in', group: 'Actions', label: 'Sign in', icon: LogIn, run: () => go('/login') };
  return [
    ...PAGES.map(({ to, label, icon }): Command => ({
      id: `page-${to}`,
      group: 'Pages',
      label,
      icon,
      // The client's document has a policy of its own: it may ask other servers.
      run: () => (to === '/client' ? location.assign(to) : go(to)),
    })),
    { id: 'new', group: 'Actions', label: 'New server', icon: Plus, run: () => go('/') },
    ...THEMES.map((theme): Command => ({
      id: `theme-${theme}`,
      group: 'Actions',
      ...THEME_COMMANDS[theme],
      run: () => chooseTheme(theme),
    })),
    session,
  ];
}
