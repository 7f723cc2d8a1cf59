import { annotate } from '#app/blueprint/import/openapi/describe-operation.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import type { ToolAnnotations } from '#app/runtime/definition.ts';

import { judgeEach } from './each-tool.ts';
import type { JudgedTool } from './facts.ts';
import { nameSome } from './name-some.ts';
import type { FixEdit } from './report.ts';
import { blueprintRule, notApplicable, toolsRule } from './rule.ts';
import type { CheckRule } from './rule.ts';

/** Methods that say what a call does (RFC 9110); a POST may do anything. */
const READS = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY']);
const CHANGES = new Set(['PUT', 'PATCH', 'DELETE']);

/** Checks of MCP's annotations: whether they are set and consistent. */
export const hintRules: CheckRule[] = [
  toolsRule({
    id: 'tools.hints',
    title: 'Each tool states whether it changes anything',
    weight: 3,
    fix: 'Set the read-only, destructive, idempotent and open-world hints: clients ask for confirmation by them. Only its author knows what code does: the fix leaves it alone.',
    judge: (tools) =>
      judgeEach(tools, 'warn', 'All hints are set.', (tool) => {
        const lacking = lackingHints(tool);
        if (lacking.length === 0) return null;
        return { what: `no ${lacking.join(', ')}`, edits: toEdits(tool, complete(tool)) };
      }),
  }),
  toolsRule({
    id: 'tools.hintsAgree',
    title: 'Hints agree with each other and with the call',
    weight: 4,
    fix: 'Set the hints to what the call does. The fix follows the HTTP method; where that does not tell, decide by what the tool does.',
    judge: (tools) =>
      judgeEach(tools, 'fail', 'No hints contradict.', (tool) => {
        const what = contradiction(tool);
        if (what === null) return null;
        return { what, edits: toEdits(tool, reconcile(tool)) };
      }),
  }),
  blueprintRule({
    id: 'tools.confirm',
    title: 'Destructive calls ask for confirmation',
    weight: 3,
    fix: 'Turn on the policy confirmDestructive. Clients that can ask will ask.',
    judge: ({ policies, tools }) => {
      const risky = tools.filter((tool) => tool.enabled && mayDestroy(tool));
      if (risky.length === 0) return notApplicable('No tool that is served destroys anything.');
      const names = nameSome(risky.map(({ name }) => name));
      const count = `${risky.length === 1 ? '1 tool' : `${risky.length} tools`} (${names})`;
      if (policies.confirmDestructive !== false) {
        return {
          status: 'pass',
          text: `${count} may destroy something, and asks where the client can.`,
        };
      }
      const text = `${count} may destroy something, without asking for confirmation.`;
      return { status: 'warn', text, edits: [{ edit: 'setPolicies', confirmDestructive: true }] };
    },
  }),
];

function mayDestroy({ annotations }: Tool): boolean {
  return annotations?.destructiveHint === true && annotations.readOnlyHint !== true;
}

function lackingHints({ annotations }: JudgedTool): string[] {
  const hints = annotations ?? {};
  // The other two have no meaning for a tool that changes nothing.
  const wanted =
    hints['readOnlyHint'] === true
      ? ['readOnlyHint', 'openWorldHint']
      : ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];
  return wanted.filter((name) => typeof hints[name] !== 'boolean');
}

function contradiction({ annotations, source }: JudgedTool): string | null {
  const hints = annotations ?? {};
  const isReadOnly = hints['readOnlyHint'] === true;
  const method = source?.action.kind === 'http' ? source.action.method : null;
  if (isReadOnly && hints['destructiveHint'] === true) return 'read-only and destructive';
  if (method === null) return null;
  if (isReadOnly && CHANGES.has(method)) return `read-only, but it sends ${method}`;
  if (method === 'DELETE' && hints['destructiveHint'] === false) {
    return 'not destructive, but it sends DELETE';
  }
  return null;
}

function toEdits({ name }: JudgedTool, annotations: ToolAnnotations | null): FixEdit[] {
  return annotations === null ? [] : [{ edit: 'setAnnotations', name, annotations }];
}

/**
 * The annotations as set, and those that are missing; null if it is not known what the tool does. None of
 * them contradicts what is set: a read that is sent as POST stays a read.
 */
function complete({ source, name, title, annotations }: JudgedTool): ToolAnnotations | null {
  if (source?.action.kind !== 'http') return null;
  const { method } = source.action;
  const known = annotate(method, `${name} ${title}`);
  const isKnownRead = annotations?.['readOnlyHint'] === true && !CHANGES.has(method);
  return { ...known, ...(isKnownRead ? annotate('GET', '') : {}), ...annotations };
}

/** The annotations without contradictions to the method; null if that does not tell what is right. */
function reconcile(tool: JudgedTool): ToolAnnotations | null {
  const { source, annotations } = tool;
  if (source?.action.kind !== 'http') return null;
  const { method } = source.action;
  if (READS.has(method)) return { ...annotations, readOnlyHint: true, destructiveHint: false };
  if (!CHANGES.has(method)) return null;
  const kept = { ...annotations, readOnlyHint: false };
  return contradiction({ ...tool, annotations: kept }) === null
    ? kept
    : { ...kept, destructiveHint: true };
}
