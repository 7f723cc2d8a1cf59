import { createElement, type ReactNode } from 'react';

import { GATE_TIERS, LIMITS, TIER_NAMES } from '#app/billing/limits.ts';
import { LIMIT_ROWS } from '#app/billing/limit-rows.ts';

/** An aside that says something in addition. */
function Note({ children }: { children: ReactNode }) {
  return createElement('aside', { className: 'note' }, children);
}

/** The limits of each plan, from the table that every gate reads. */
function PlanLimits() {
  const head = ['Limit', ...GATE_TIERS.map((tier) => TIER_NAMES[tier])].map((name) =>
    createElement('th', { key: name, scope: 'col' }, name),
  );
  const rows = LIMIT_ROWS.map(({ label, read }) =>
    createElement(
      'tr',
      { key: label },
      createElement('th', { scope: 'row' }, label),
      ...GATE_TIERS.map((tier) => createElement('td', { key: tier }, read(LIMITS[tier]))),
    ),
  );
  return createElement(
    'table',
    {},
    createElement('thead', {}, createElement('tr', {}, head)),
    createElement('tbody', {}, rows),
  );
}

/** What an article may use besides Markdown. */
export const ARTICLE_PARTS = { Note, PlanLimits };
