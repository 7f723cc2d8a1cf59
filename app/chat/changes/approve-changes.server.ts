import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { isSameJson } from '#app/blueprint/diff/is-same-json.ts';
import { hashCallBasis } from '#app/builder/calls/call-basis.ts';
import { chooseSecrets } from '#app/builder/calls/plan-real-call.ts';
import { applyChanges, type StaleChanges } from '#app/builder/change-set/apply-changes.ts';
import type { HeldItem } from '#app/builder/change-set/change-set.ts';
import { hostsOf, type ExitContext } from '#app/builder/change-set/find-exits.ts';
import { holdChanges } from '#app/builder/change-set/hold-changes.ts';
import { TurnTrust } from '#app/builder/models/turn-trust.ts';
import { findTool } from '#app/builder/tools/builder-tools.ts';
import { Workspace } from '#app/builder/tools/workspace.ts';
import type { WorkspacePorts } from '#app/builder/tools/workspace-ports.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

/** Why approved changes did not become the draft; it is as it was. */
export type ApprovalFailure = StaleChanges | { reason: 'unmade'; problems: { message: string }[] };

const ANSWER_MS = 60_000;

/**
 * Makes approved items part of the draft, without a model: edits first, then calls of the builder's tools
 * in their order. What leads out of the draft further than the person was shown is left: what a fetched
 * document brought, and what does more than then, because calls go to the real API now or a secret has a
 * value. Calls with the real API are made afterwards (`make-real-call.server.ts`); where one of them could
 * not be, nothing is applied.
 */
export async function approveChanges(
  blueprint: Blueprint,
  items: readonly HeldItem[],
  ports: WorkspacePorts,
): Promise<Result<HeldItem[], ApprovalFailure>> {
  const applied = applyChanges(blueprint, items);
  if (!applied.ok) return applied;
  const workspace = new Workspace(blueprint, ports);
  const trust = new TurnTrust([]);
  workspace.trust = trust;
  workspace.replace(applied.value);
  for (const { call, realCall } of items) {
    const problems =
      call === undefined || realCall !== undefined ? [] : await makeCall(call, workspace);
    if (problems.length > 0) return fail({ reason: 'unmade', problems });
  }
  const made = workspace.blueprint;
  const moved = listMoved(applied.value, made);
  const approved = new Set(items.flatMap(({ risks }) => risks));
  const named = new Map(items.flatMap((item) => Object.entries(item.named ?? {})));
  const namedBy: ExitContext['namedBy'] = (host) =>
    named.get(host) ?? (moved.has(host) ? null : trust.namedBy(host));
  const shown = items.flatMap(({ units }) => units.map(({ after }) => after));
  const isDocumented: ExitContext['isDocumented'] = (tool) =>
    shown.some((part) => isSameJson(part, tool));
  const context = { ...(await ports.readExits()), namedBy, isDocumented };
  const parted = holdChanges(blueprint, made, context, (risk) => approved.has(risk));
  const { safe, items: left } = parted;
  const obstacles = await findObstacles(safe, items, ports);
  if (obstacles.length > 0) return fail({ reason: 'unmade', problems: obstacles });
  const problems = await ports.settle(safe, safe);
  return problems.length > 0 ? fail({ reason: 'unmade', problems }) : succeed(left);
}

/** Hosts that an API would be called at from now on, and was not before: no document decides that. */
function listMoved(before: Blueprint, after: Blueprint): Set<string> {
  const known = new Map(before.upstreams.map((each) => [each.id, hostsOf(each)]));
  return new Set(
    after.upstreams.flatMap((upstream) => {
      const old = known.get(upstream.id);
      return old === undefined ? [] : hostsOf(upstream).filter((host) => !old.includes(host));
    }),
  );
}

/** Why calls with the real API cannot be made as they were shown. */
async function findObstacles(
  blueprint: Blueprint,
  items: readonly HeldItem[],
  ports: WorkspacePorts,
): Promise<{ message: string }[]> {
  const calls = items.flatMap(({ call, realCall }) =>
    realCall === undefined ? [] : [{ name: realCall.tool, basis: call?.basis }],
  );
  if (calls.length === 0) return [];
  const secrets = await ports.listSecrets(blueprint);
  const problems: string[] = [];
  for (const { name, basis } of calls) {
    const tool = blueprint.tools.find((each) => each.name === name);
    if (tool === undefined || (await hashCallBasis(blueprint, name)) !== basis) {
      problems.push(
        `The call of ${name} does not fit the server: what it needs was changed since, or is not approved with it. Ask the builder to make it again.`,
      );
    } else {
      const { problem } = chooseSecrets(tool, blueprint.upstreams, secrets);
      if (problem !== null) problems.push(`${problem} Then approve the call again.`);
    }
  }
  return problems.map((message) => ({ message }));
}

async function makeCall(
  { tool, input }: NonNullable<HeldItem['call']>,
  workspace: Workspace,
): Promise<{ message: string }[]> {
  const call = findTool(tool)?.accept(input);
  if (!call?.ok) return [{ message: `${tool} does not take this call any more.` }];
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await call.value.run({ workspace, signal, onProgress: () => {} });
  return problemsOf(answer);
}

function problemsOf(answer: unknown): { message: string }[] {
  if (typeof answer !== 'object' || answer === null || !('problems' in answer)) return [];
  const { problems } = answer;
  if (!Array.isArray(problems)) return [];
  return problems.map((problem: { message?: unknown }) => ({ message: String(problem.message) }));
}
