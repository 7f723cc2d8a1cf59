import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { ChecksReport, ConformanceLine } from '#app/tester/checks/report/checks-report.ts';
import { ReportView } from '#app/tester/checks/report/report-view.tsx';

import { startUser } from '../../setup/screens/start-user.ts';

const LINE: ConformanceLine = {
  id: 'modern.discover',
  era: 'modern',
  area: 'handshake',
  level: 'must',
  title: 'Discovery works',
  status: 'pass',
  text: 'It does.',
  sentence: 'Servers MUST implement it.',
  url: 'https://modelcontextprotocol.io/specification/2026-07-28/server/discover',
  evidence: [],
};

const REPORT: ChecksReport = {
  format: 1,
  checkedAt: '2026-11-26T12:00:00.000Z',
  server: { name: 'A', version: '1', address: null, revision: '2026-07-28', route: 'relay' },
  conformance: [
    LINE,
    {
      ...LINE,
      id: 'legacy.ping',
      era: 'legacy',
      area: 'messages',
      title: 'ping is answered',
      status: 'fail',
      fix: 'Answer ping.',
      evidence: [{ sent: 'POST ping', got: '<b>500</b>' }],
    },
  ],
  readiness: {
    verdict: { kind: 'ready' },
    reason: 'No check fails.',
    score: 90,
    lines: [
      {
        id: 'ops.ci',
        family: 'ops',
        title: 'CI runs',
        status: 'notApplicable',
        text: 'Cannot be known from outside.',
        isUnseen: true,
        evidence: [],
      },
    ],
  },
  hosts: { name: 'A', lines: [] },
};

test('a report shows what needs attention first, with its source and evidence, and all on request', async () => {
  const user = startUser();
  render(<ReportView report={REPORT} />);
  const conformance = within(screen.getByRole('region', { name: 'Conformance' }));
  expect(conformance.getByText('ping is answered')).toBeTruthy();
  expect(conformance.queryByText('Discovery works')).toBeNull();
  const readiness = within(screen.getByRole('region', { name: 'Readiness' }));
  expect(readiness.getByText('Nothing to look at.')).toBeTruthy();
  await user.click(conformance.getByText('Evidence'));
  expect(conformance.getByText('Servers MUST implement it.')).toBeTruthy();
  expect(conformance.getByText('<b>500</b>')).toBeTruthy();
  await user.click(screen.getByText('All checks'));
  expect(conformance.getByText('Discovery works')).toBeTruthy();
  expect(readiness.getByText('Cannot be known from outside', { selector: 'h3' })).toBeTruthy();
});
