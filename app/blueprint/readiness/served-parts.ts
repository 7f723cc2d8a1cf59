import { isJsonObject } from '#app/runtime/json.ts';
import type { ServerEvidence } from '#app/runtime/probe/server-evidence.ts';

import type { Facts } from './facts.ts';
import { notApplicable, toRule } from './rule.ts';
import type { CheckRule, CheckVerdict } from './rule.ts';

/** Checks whether the server has anything to use. */
export const servedRules: CheckRule[] = [
  toRule(
    {
      id: 'tools.some',
      title: 'It serves something',
      weight: 5,
      blocks: true,
      place: { tab: 'tools' },
      fix: 'Select at least one tool: clients connect, and find nothing.',
    },
    judgeServed,
  ),
];

function judgeServed({ blueprint, server, tools }: Facts): CheckVerdict {
  const count = tools?.list.length ?? 0;
  if (count > 0) return { status: 'pass', text: count === 1 ? '1 tool.' : `${count} tools.` };
  if (blueprint !== null) {
    const { resources, prompts } = blueprint;
    const text = `No tool, ${resources.length} resources and ${prompts.length} prompts.`;
    return { status: resources.length + prompts.length > 0 ? 'pass' : 'fail', text };
  }
  if (server === null || server.era === null) return notApplicable('No server was looked at.');
  const others = ['resources', 'prompts'].filter((name) => declares(server, name));
  if (others.length > 0) {
    return notApplicable(`No tool came back; its ${others.join(' and ')} were not listed.`);
  }
  return { status: 'fail', text: 'No tool came back, and no other capability is declared.' };
}

function declares({ exchanges }: ServerEvidence, name: string): boolean {
  return [exchanges.discover, exchanges.initialize].some((exchange) => {
    const result = exchange?.got?.message?.['result'];
    const capabilities = isJsonObject(result) ? result['capabilities'] : undefined;
    return isJsonObject(capabilities) && capabilities[name] !== undefined;
  });
}
