import type { JsonObject } from '#app/runtime/json.ts';

import { chatgptRules } from './chatgpt.ts';
import { claudeRules } from './claude.ts';
import { cursorRules } from './cursor.ts';
import { toHostTool } from './host-rule.ts';
import type { HostId, HostRule, HostSource } from './host-rule.ts';
import { vsCodeRules } from './vs-code.ts';

export const HOST_RULES: readonly HostRule[] = [
  ...claudeRules,
  ...chatgptRules,
  ...cursorRules,
  ...vsCodeRules,
];

/** Faults that a report lists; the rest is counted. */
const MAX_LISTED = 12;
/** Characters of one of them: names come from the server. */
const MAX_LINE = 200;

export interface HostResult {
  id: string;
  host: HostId;
  title: string;
  status: 'pass' | 'fail' | 'warn' | 'notApplicable';
  text: string;
  /** The first of the faults. */
  faults: string[];
  source: HostSource;
  /** Only if it did not pass. */
  fix?: string;
}

/**
 * Whether each host takes the listed tools.
 *
 * @param name under which a person adds the server: hosts put it before the names of its tools
 */
export function judgeHosts(name: string, tools: readonly JsonObject[]): HostResult[] {
  const server = { name, tools: tools.map(toHostTool) };
  return HOST_RULES.map(({ id, host, title, effect, source, fix, find }) => {
    const base = { id, host, title, source };
    if (tools.length === 0) {
      const text = 'The server lists no tools.';
      return { ...base, status: 'notApplicable', text, faults: [] };
    }
    const found = find(server);
    const all = tools.length === 1 ? '1 tool' : `${tools.length} tools`;
    if (found.length === 0)
      return { ...base, status: 'pass', text: `Looked at ${all}.`, faults: [] };
    const faults = found.slice(0, MAX_LISTED).map((line) => line.slice(0, MAX_LINE));
    const more = found.length - faults.length;
    const rest = more === 0 ? '' : `, and ${more} more`;
    const text = `${faults.slice(0, 3).join('; ')}${faults.length > 3 ? ` …${rest}` : rest}.`;
    return { ...base, status: effect === 'refused' ? 'fail' : 'warn', text, faults, fix };
  });
}
