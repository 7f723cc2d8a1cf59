import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { toSpentParts } from '#app/chat/spent-turns.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { problem } from '#app/platform/problem.ts';

import type { StepRefusal } from './admit-step.server.ts';

/** The problem document of a step that is not taken. */
export function answerRefusal(app: AppContext, refusal: StepRefusal): Response {
  switch (refusal.reason) {
    case 'unidentified':
      return answerAuthFailure(app, refusal.failure);
    case 'noSuchModel':
      return problem(app, {
        status: 422,
        detail: 'This model cannot be used. Choose another one, or connect it again.',
      });
    case 'tooLong': {
      const { tokens, contextTokens } = refusal;
      const detail = `The conversation and the tools are about ${tokens.toLocaleString('en')} tokens; this model reads ${contextTokens.toLocaleString('en')} here. Begin a new conversation, or connect fewer servers.`;
      return problem(app, { status: 413, detail });
    }
    case 'noTicket':
      return problem(app, {
        status: 409,
        detail: 'This turn can no longer be continued. Send a new message.',
      });
    case 'stepsSpent':
      return problem(app, {
        status: 409,
        detail: `This turn has had its ${refusal.steps} steps. Send a new message to go on.`,
      });
    case 'turnsSpent':
      return problem(app, toSpentParts(refusal));
  }
}
