import type { Report } from '#app/blueprint/readiness/report.ts';
import type { WorkspacePorts } from '#app/builder/tools/workspace-ports.ts';

/** A report without findings. */
export const NOTHING_FOUND: Report = {
  score: 100,
  verdict: { kind: 'ready' },
  reason: 'No check fails.',
  points: 0,
  possible: 0,
  checks: [],
  checkedAt: '2026-10-12T00:00:00.000Z',
};

const none = () => Promise.reject(new Error('not here'));

/** Ports of a turn that accept text, and import and run nothing. */
export function quietPorts(): WorkspacePorts {
  return {
    importInto: none,
    listOperations: none,
    loadAttachment: () => Promise.resolve(null),
    setTitle: none,
    settle: () => Promise.resolve([]),
    readExits: () => Promise.resolve({ environment: 'mock', isSet: () => false }),
    runTool: none,
    listSecrets: () => Promise.resolve([]),
    report: () => Promise.resolve(NOTHING_FOUND),
    readFile: () => Promise.resolve(null),
    listPoints: () => [],
    loadPoint: () => Promise.resolve(null),
  };
}
