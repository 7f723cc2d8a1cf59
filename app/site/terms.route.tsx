import { pageMeta } from '#app/ui/meta/page-meta.ts';

import type { Route } from './+types/terms.route.ts';
import { LegalPage } from './legal-page.tsx';
import { TERMS_SECTIONS } from './terms-sections.tsx';

export function meta(place: Route.MetaArgs) {
  return pageMeta(place, {
    title: 'Terms of Service · MCP Builder',
    description: 'What MCP Builder does, and on what terms you may use it.',
  });
}

export default function Terms() {
  return (
    <LegalPage
      title="Terms of Service"
      summary="You keep what you bring and what is generated from it. The service comes without warranty, and you answer for the APIs that you let it call."
      changedOn="2026-11-26"
      sections={TERMS_SECTIONS}
      sibling={{ to: '/privacy', label: 'Privacy Policy' }}
    />
  );
}
