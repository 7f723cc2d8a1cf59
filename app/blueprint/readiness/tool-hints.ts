import { annotate } from '#app/blueprint/import/openapi/describe-operation.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import type { ToolAnnotations } from '#app/runtime/definition.ts';

import { judgeEach } from './each-tool.ts';
import type { JudgedTool } from './facts.ts';
import type { FixEdit } from './report.ts';
import { blueprintRule, notApplicable, toolsRule } from './rule.ts';
import type { CheckRule } from './rule.ts';

const CHANGES = new Set(['PUT', 'PATCH', 'DELETE']);

/** Checks of MCP's annotations: whether they are set and consistent. */
export const hintRules: CheckRule[] = [
  toolsRule({
    id: 'tools.hints',
    title: 'Each tool states whether it changes anything',
    weight: 3,
    fix: 'Set the read-only, destructive, idempotent and open-world hints: clients ask for confirmation by them.',
    judge: (tools) =>
      judgeEach(tools, 'warn', 'All hints are set.', (tool) => {
        const lacking = lackingHints(tool);
        if (lacking.length === 0) return null;
        const annotations = { ...suggest(tool), ...tool.annotations };
        const edits: FixEdit[] = [{ edit: 'setAnnotations', name: tool.name, annotations }];
        return { what: `no ${lacking.join(', ')}`, edits };
      }),
  }),
  toolsRule({
    id: 'tools.hintsAgree',
    title: 'Hints agree with each other and with the call',
    weight: 4,
    fix: 'Set the hints to what the call does.',
    judge: (tools) =>
      judgeEach(tools, 'fail', 'No hints contradict.', (tool) => {
        const what = contradiction(tool);
        if (what === null) return null;
        const annotations = reconcile(tool);
        const edits: FixEdit[] = [{ edit: 'setAnnotations', name: tool.name, annotations }];
        return { what, edits };
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
      const count = risky.length === 1 ? '1 tool' : `${risky.length} tools`;
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

/** The annotations as set, without contradictions. */
function reconcile(tool: JudgedTool): ToolAnnotations {
  const { readOnlyHint, destructiveHint } = suggest(tool);
  const kept = { ...tool.annotations };
  if (readOnlyHint !== undefined) kept['readOnlyHint'] = readOnlyHint;
  if (contradiction({ ...tool, annotations: kept }) === null) return kept;
  return { ...kept, ...(destructiveHint === undefined ? {} : { destructiveHint }) };
}

/** Annotations from the semantics of the HTTP method; MCP's defaults if there is none. */
function suggest({ source, name, title, annotations }: JudgedTool): ToolAnnotations {
  if (source?.action.kind === 'http') return annotate(source.action.method, `${name} ${title}`);
  const isReadOnly =
    annotations?.['readOnlyHint'] === true && annotations['destructiveHint'] !== true;
  return {
    readOnlyHint: isReadOnly,
    destructiveHint: !isReadOnly,
    idempotentHint: isReadOnly,
    openWorldHint: true,
  };
}
