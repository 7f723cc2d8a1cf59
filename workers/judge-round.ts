import type { JudgedRound } from '#app/autopilot/autopilot-runner.server.ts';
import { answerReport } from '#app/builder/tools/run-checks.ts';
import { diffTurn } from '#app/chat/points/diff-turn.server.ts';
import type { DraftHead } from '#app/drafts/draft-state.ts';
import type { RestorePoint } from '#app/drafts/restore-points.ts';
import { reportDraft } from '#app/hosting/report-draft.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';

/** Looks at a draft after the turn of an answer: its report, and what that turn made different. */
export async function judgeRound(
  app: AppContext,
  head: DraftHead,
  points: readonly RestorePoint[],
  answer: string,
): Promise<JudgedRound> {
  const [report, diff] = await Promise.all([
    reportDraft(app, head),
    diffTurn(app.env.BLOBS, points, answer),
  ]);
  return { report: answerReport(report), diff, isEmpty: head.about?.tools === 0 };
}
