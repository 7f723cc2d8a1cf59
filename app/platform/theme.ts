/** The themes a user can choose; `system` follows the device. */
export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_COOKIE = 'theme';

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Reads the theme from a `Cookie` header, so that the server renders it and nothing flashes. */
export function readTheme(cookieHeader: string | null): Theme {
  const match = /(?:^|;\s*)theme=([a-z]+)/.exec(cookieHeader ?? '');
  return THEMES.find((theme) => theme === match?.[1]) ?? 'system';
}

/** The cookie that keeps a choice; not HttpOnly, because the switch in the page writes it. */
export function writeTheme(theme: Theme): string {
  return `${THEME_COOKIE}=${theme}; Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax`;
}
