import type { Report } from '#app/blueprint/readiness/report.ts';
import type { WorkspacePorts } from '#app/builder/tools/workspace.ts';

/** A report on a server that nothing is wrong with. */
export const NOTHING_FOUND: Report = {
  score: 100,
  grade: 'A',
  points: 0,
  possible: 0,
  checks: [],
  checkedAt: '2026-10-12T00:00:00.000Z',
};

const none = () => Promise.reject(new Error('not here'));

/** The ports of a turn that says much, and imports and runs nothing. */
export function quietPorts(): WorkspacePorts {
  return {
    importInto: none,
    settle: () => Promise.resolve([]),
    runTool: none,
    report: () => Promise.resolve(NOTHING_FOUND),
    readFile: () => Promise.resolve(null),
    listPoints: () => [],
    loadPoint: () => Promise.resolve(null),
  };
}
