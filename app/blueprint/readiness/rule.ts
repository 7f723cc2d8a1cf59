import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type {
  Exchange,
  ProbeName,
  ServerEvidence,
  UpstreamEvidence,
  UpstreamTrial,
} from '#app/runtime/probe/server-evidence.ts';

import type { Facts, JudgedTools } from './facts.ts';
import type { Check, CheckStatus, Family, FixEdit, FixPlace } from './report.ts';

/** Finding of a check. */
export interface CheckVerdict {
  status: CheckStatus;
  /** One or two sentences: what was examined, and what was found. */
  text: string;
  sent?: string;
  got?: string;
  /** The lines that `got` only counts. */
  rest?: string[];
  /** Edits that fix it. */
  edits?: FixEdit[];
  /**
   * Instead of `edits`, if faults are counted: the edits of each fault, none if it can only be described.
   */
  repairs?: FixEdit[][];
  /** Label of the edits, where they decide something. */
  label?: string;
  /** Where people fix it by hand; default: the rule's own. */
  place?: FixPlace;
  /** Whether nobody can use a server of which this was found; default: as the rule says. */
  blocks?: boolean;
}

/** One check: its name, weight, fix, and decision. */
export interface CheckRule extends Pick<Check, 'id' | 'family' | 'title' | 'weight' | 'blocks'> {
  /** Fix to apply if it does not pass. */
  fix: string;
  /** Where people apply it, unless the finding says. */
  place?: FixPlace;
  judge: (facts: Facts) => CheckVerdict;
}

/** Said of checks that nobody can make from outside: they need the blueprint, the project or a mock upstream. */
export const UNSEEN = {
  blueprint: 'A running server does not show this, and there was no blueprint.',
  files: 'There were no project files.',
  trials: 'Its calls to an API were not tested, or it makes none.',
  runs: 'No call was made on the mock upstream.',
  code: 'No tool is known to run code.',
  compared: 'There was no blueprint to compare with.',
} as const;

type RuleParts = Omit<CheckRule, 'judge' | 'family' | 'id'> & { id: `${Family}.${string}` };

/**
 * A check of the probe's findings; it does not apply without a probe or that response, nor, unless `includesNonMcp`,
 * to an endpoint that speaks no MCP: rejecting everything satisfies no rule.
 */
export function serverRule(
  parts: RuleParts & {
    judge: (server: ServerEvidence, facts: Facts) => CheckVerdict;
    includesNonMcp?: boolean;
  },
): CheckRule {
  return toRule(parts, (facts) => {
    if (facts.server === null) return notApplicable('No running server was asked.');
    const { discover, initialize } = facts.server.exchanges;
    if (facts.server.era === null && !discover?.got && !initialize?.got) {
      const why = discover?.error ?? initialize?.error ?? 'It did not answer.';
      return { status: 'fail', text: why, blocks: true };
    }
    if (facts.server.era === null && parts.includesNonMcp !== true) {
      return notApplicable('What answered there speaks neither era of MCP.');
    }
    return parts.judge(facts.server, facts);
  });
}

/**
 * A check of one exchange of the probe; `reason` says why it may be missing. With `hasControl` it judges the
 * response to an invalid request, and applies only if the valid one succeeded.
 */
export function exchangeRule(
  parts: RuleParts & {
    exchange: ProbeName;
    reason: string;
    includesNonMcp?: boolean;
    hasControl?: boolean;
    judge: (
      answer: NonNullable<Exchange['got']>,
      server: ServerEvidence,
      facts: Facts,
    ) => CheckVerdict;
  },
): CheckRule {
  return serverRule({
    ...parts,
    judge: (server, facts) => {
      const exchange = server.exchanges[parts.exchange];
      if (exchange === undefined) return notApplicable(parts.reason);
      const shown = showExchange(exchange);
      const control = parts.hasControl === true ? findRefusal(server) : null;
      if (control !== null) return { ...shown, ...control };
      if (exchange.got === null) return { ...shown, ...judgeSilence(exchange) };
      return { ...shown, ...parts.judge(exchange.got, server, facts) };
    },
  });
}

/** Explains why the rejection of an invalid request proves nothing: the valid one is rejected too. */
export function findRefusal({ exchanges: { control } }: ServerEvidence): CheckVerdict | null {
  if (control?.got?.status === 200) return null;
  const answer = control?.got ? `got HTTP ${control.got.status}` : 'was not answered';
  return notApplicable(
    `The same request without the fault ${answer}, so a refusal proves nothing.`,
  );
}

/** Verdict on a request that got no response. */
export function judgeSilence({ error = 'Nothing came back.' }: Exchange): CheckVerdict {
  return { status: 'fail', text: error };
}

/** A check of the tools of a blueprint or a running server; with `includesNoTools`, also if there are none. */
export function toolsRule(
  parts: RuleParts & {
    judge: (tools: JudgedTools, facts: Facts) => CheckVerdict;
    includesNoTools?: boolean;
  },
): CheckRule {
  return toRule(parts, (facts) => {
    const { tools } = facts;
    if (tools === null) return notApplicable('There was neither a blueprint nor a tool list.');
    if (tools.list.length === 0 && parts.includesNoTools !== true) {
      return notApplicable('The server has no tools.');
    }
    const verdict = parts.judge(tools, facts);
    if (tools.isComplete || verdict.status !== 'pass') return verdict;
    const seen = `Only the first ${tools.list.length} tools were read; there are more.`;
    return { ...verdict, status: 'warn', text: `${verdict.text} ${seen}` };
  });
}

/** A check that needs the blueprint. */
export function blueprintRule(
  parts: RuleParts & { judge: (blueprint: Blueprint, facts: Facts) => CheckVerdict },
): CheckRule {
  return toRule(parts, (facts) =>
    facts.blueprint === null
      ? notApplicable(UNSEEN.blueprint)
      : parts.judge(facts.blueprint, facts),
  );
}

/** A check that needs the generated project. */
export function filesRule(
  parts: RuleParts & { judge: (files: ReadonlyMap<string, string>, facts: Facts) => CheckVerdict },
): CheckRule {
  return toRule(parts, (facts) =>
    facts.files === null ? notApplicable(UNSEEN.files) : parts.judge(facts.files, facts),
  );
}

/** Nothing to examine; never a pass. */
export function notApplicable(text: string): CheckVerdict {
  return { status: 'notApplicable', text };
}

/** An exchange as text in HTTP notation. */
export function showExchange({ sent, got, error }: Exchange): { sent: string; got: string } {
  return {
    sent: show([`${sent.method} ${sent.url}`], sent.headers, sent.body),
    got: got === null ? (error ?? '') : show([String(got.status)], got.headers, got.body),
  };
}

function show(head: string[], headers: { [name: string]: string }, body: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [...head, ...lines, ...(body === '' ? [] : ['', body])].join('\n');
}

/** A check of one trial of outbound requests. */
export function trialRule(
  parts: RuleParts & {
    trial: Exclude<keyof UpstreamEvidence, 'upstream' | 'echoed'>;
    judge: (
      trial: UpstreamTrial,
      blueprint: Blueprint | null,
      upstream: UpstreamEvidence,
    ) => CheckVerdict;
  },
): CheckRule {
  return toRule(parts, ({ upstream, blueprint }) => {
    if (upstream === null) {
      return notApplicable(UNSEEN.trials);
    }
    const trial = upstream[parts.trial];
    const waits = trial.waits.map((wait) => `waited ${wait} ms`);
    const sent = [...trial.requests.slice(0, 10), ...waits.slice(0, 10)].join('\n');
    return {
      sent,
      got: `${trial.outcome}\n\n${trial.seen}`,
      ...parts.judge(trial, blueprint, upstream),
    };
  });
}

/** A check of the facts as they are. */
export function toRule(parts: RuleParts, judge: CheckRule['judge']): CheckRule {
  const { id, title, weight, fix, place, blocks } = parts;
  const family = id.split('.')[0] as Family;
  const where = place === undefined ? {} : { place };
  return { id, family, title, weight, fix, ...where, ...(blocks ? { blocks } : {}), judge };
}
