export type TemplateId =
  | 'weather'
  | 'currency'
  | 'hacker-news'
  | 'github-issues'
  | 'slack'
  | 'stripe-support';

/** A ready document that a new draft can start from; `<id>.yaml` beside this file. */
export interface Template {
  id: TemplateId;
  title: string;
  /** Capabilities of the server, in one line. */
  summary: string;
  /** Host that its tools call. */
  upstream: string;
  /** Whether a credential is needed for the real upstream. */
  needsSecret: boolean;
}

/** In display order: first those that work without an account. */
export const templates: readonly Template[] = [
  {
    id: 'weather',
    title: 'Weather',
    summary: 'Forecasts, air quality and places from Open-Meteo',
    upstream: 'api.open-meteo.com',
    needsSecret: false,
  },
  {
    id: 'currency',
    title: 'Currency rates',
    summary: 'Exchange rates of today and back to 1999',
    upstream: 'api.frankfurter.dev',
    needsSecret: false,
  },
  {
    id: 'hacker-news',
    title: 'Hacker News',
    summary: 'Search stories and read whole discussions',
    upstream: 'hn.algolia.com',
    needsSecret: false,
  },
  {
    id: 'github-issues',
    title: 'GitHub issues',
    summary: 'Find, open, comment on and close issues',
    upstream: 'api.github.com',
    needsSecret: true,
  },
  {
    id: 'slack',
    title: 'Slack',
    summary: 'Read channels and threads, post messages',
    upstream: 'slack.com',
    needsSecret: true,
  },
  {
    id: 'stripe-support',
    title: 'Stripe support',
    summary: 'Look up customers and payments, make refunds',
    upstream: 'api.stripe.com',
    needsSecret: true,
  },
];
