import { pageMeta } from '#app/ui/meta/page-meta.ts';

import type { Route } from './+types/privacy.route.ts';
import { LegalPage } from './legal-page.tsx';
import { PRIVACY_SECTIONS } from './privacy-sections.tsx';

export function meta(place: Route.MetaArgs) {
  return pageMeta(place, {
    title: 'Privacy Policy · MCP Builder',
    description: 'What MCP Builder keeps about you, where, why and how long.',
  });
}

export default function Privacy() {
  return (
    <LegalPage
      title="Privacy Policy"
      summary="We keep what is needed to sign you in and to run what you build, say where and how long, and delete it when you say so. Use is counted only with your consent."
      changedOn="2026-11-26"
      sections={PRIVACY_SECTIONS}
      sibling={{ to: '/terms', label: 'Terms of Service' }}
    />
  );
}
