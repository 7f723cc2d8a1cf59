import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import { DEFAULT_RETRIES } from '#app/runtime/default-policies.ts';

import { judgeEach } from './each-tool.ts';
import type { JudgedTool, JudgedTools } from './facts.ts';
import { notApplicable, toolsRule, UNSEEN } from './rule.ts';
import type { CheckRule, CheckVerdict } from './rule.ts';

/** Methods that have the same effect however often they are sent (RFC 9110, 9.2.2). */
const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE', 'QUERY']);
/** Names under which APIs take a key that tells a repeated call from a new one. */
const KEY = /idempoten|^x?-?(?:request|client|transaction|operation)[-_]?(?:id|token|key)$|dedup/i;

/** Whether writes that are retried after a failure carry what keeps them from happening twice. */
export const idempotencyRule: CheckRule = toolsRule({
  id: 'upstream.idempotency',
  title: 'Writes that are retried cannot happen twice',
  weight: 3,
  fix: 'Give the tool an argument for the API’s idempotency key, or say that it is not safe to repeat: then it is sent once. The fix does the latter.',
  judge: (tools, { blueprint }) =>
    blueprint === null ? notApplicable(UNSEEN.blueprint) : judgeRetries(tools, blueprint),
});

function judgeRetries(tools: JudgedTools, { policies }: Blueprint): CheckVerdict {
  const { attempts } = policies.retries ?? DEFAULT_RETRIES;
  if (attempts < 2) return notApplicable('Nothing is retried.');
  const isWrite = ({ source }: JudgedTool) => source !== null && source.action.kind === 'http';
  if (!tools.list.some(isWrite)) return notApplicable('No tool sends a request of its own.');
  const pass = 'POST and PATCH are sent once, or with a key; PUT and DELETE may be repeated.';
  return judgeEach(tools, 'fail', pass, ({ name, source, annotations }) => {
    if (source === null) return null;
    const key = findFixedKey(source);
    if (key !== null) return `every call has the same ${key}, so the API takes all for one`;
    const what = findDanger(source);
    if (what === null) return null;
    const hints = { ...annotations, idempotentHint: false };
    return { what, edits: [{ edit: 'setAnnotations', name, annotations: hints }] };
  });
}

function findFixedKey({ action }: Tool): string | null {
  const constants = action.kind === 'http' ? (action.constants ?? []) : [];
  return (
    constants.find(({ in: place, name }) => place === 'header' && KEY.test(name))?.name ?? null
  );
}

function findDanger({ action, annotations }: Tool): string | null {
  if (action.kind !== 'http') return null;
  const { method, parameters } = action;
  if (IDEMPOTENT.has(method) || annotations?.readOnlyHint === true) return null;
  if (annotations?.idempotentHint !== true) return null;
  return parameters.some(({ name }) => KEY.test(name))
    ? null
    : `${method} is retried, because it is marked as safe to repeat, without an idempotency key`;
}
