import type { HttpExchange } from '#app/mcp-client/exchange.ts';
import { fail, succeed } from '#app/platform/result.ts';

import type { StepFinding, OauthFacts, OauthProblem, StepOutcome } from './oauth-flow.ts';

/** Gathers what a step sees on its way, until it ends. */
export class StepFindings {
  readonly #exchanges: HttpExchange[] = [];
  readonly #findings: StepFinding[] = [];

  addExchanges(exchanges: readonly HttpExchange[]): void {
    this.#exchanges.push(...exchanges);
  }

  add(verdict: StepFinding['verdict'], text: string): void {
    this.#findings.push({ verdict, text });
  }

  succeed(facts: Partial<OauthFacts>): StepOutcome {
    return { exchanges: this.#exchanges, findings: this.#findings, result: succeed(facts) };
  }

  fail({ reason, message, code, scope }: OauthProblem): StepOutcome {
    this.add('fail', message);
    const more = {
      ...(code === undefined ? {} : { code }),
      ...(scope === undefined ? {} : { scope }),
    };
    const problem = { reason, message, ...more };
    return { exchanges: this.#exchanges, findings: this.#findings, result: fail(problem) };
  }

  /** A step before this one has not been made. */
  miss(message: string): StepOutcome {
    return this.fail({ reason: 'missing-step', message });
  }
}
