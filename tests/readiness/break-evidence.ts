import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { Evidence } from '#app/blueprint/readiness/facts.ts';
import type { CheckStatus } from '#app/blueprint/readiness/report.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import type { JsonObject } from '#app/runtime/json.ts';
import type {
  Exchange,
  ProbeAnswer,
  ProbeName,
  UpstreamEvidence,
  UpstreamTrial,
} from '#app/runtime/probe/server-evidence.ts';

export type AllEvidence = Required<Evidence>;

/** Replaces parts of one trial of the way out. */
export function trial(
  name: Exclude<keyof UpstreamEvidence, 'upstream' | 'echoed'>,
  parts: Partial<UpstreamTrial>,
) {
  return ({ upstream }: AllEvidence): void => {
    if (upstream) Object.assign(upstream[name], parts);
  };
}

/** What is done to sound evidence, and what the check then says. */
export type Breakage = [
  id: string,
  status: CheckStatus,
  change: (evidence: AllEvidence) => void,
  says?: RegExp,
];

/** Replaces parts of what came back for one request. */
export function answer(name: ProbeName, parts: Partial<ProbeAnswer>) {
  return ({ server }: AllEvidence): void => {
    Object.assign(requireAnswer(server.exchanges[name]), parts);
  };
}

/** An answer with that JSON-RPC error. */
export function refusal(name: ProbeName, code: number, status = 200) {
  return answer(name, { status, message: { jsonrpc: '2.0', id: 1, error: { code, message: '' } } });
}

/** Replaces parts of the result of one request; undefined takes a part away. */
export function result(name: ProbeName, parts: { [key: string]: unknown }) {
  return ({ server }: AllEvidence): void => {
    const got = requireAnswer(server.exchanges[name]);
    const before = got.message?.['result'];
    const changed = { ...(isJsonObject(before) ? before : {}), ...parts };
    const plain: JsonObject = JSON.parse(JSON.stringify({ ...got.message, result: changed }));
    got.message = plain;
  };
}

/** The request was not sent. */
export function unasked(name: ProbeName) {
  return ({ server }: AllEvidence): void => {
    delete server.exchanges[name];
  };
}

/** Replaces parts of the first tool, or of another one. */
export function tool(parts: Partial<Tool>, index = 0) {
  return ({ blueprint }: AllEvidence): void => {
    Object.assign(requireTool(blueprint, index), parts);
  };
}

/** Replaces or adds arguments of the first tool. */
export function args(properties: { [name: string]: JsonObject | boolean }) {
  return ({ blueprint }: AllEvidence): void => {
    const { inputSchema } = requireTool(blueprint, 0);
    const known = inputSchema['properties'];
    inputSchema['properties'] = { ...(isJsonObject(known) ? known : {}), ...properties };
  };
}

export function policies(parts: Partial<Blueprint['policies']>) {
  return ({ blueprint }: AllEvidence): void => {
    Object.assign(blueprint.policies, parts);
  };
}

/** Replaces the text of a generated file; null takes it away. */
export function file(path: string, change: (text: string) => string | null) {
  return (evidence: AllEvidence): void => {
    if (!evidence.files.some((each) => each.path === path)) throw new Error(`No file ${path}.`);
    evidence.files = evidence.files.flatMap((each) => {
      if (each.path !== path) return [each];
      const text = change(each.text);
      return text === null ? [] : [{ path, text }];
    });
  };
}

export function requireTool(blueprint: Blueprint, index: number): Tool {
  const found = blueprint.tools[index];
  if (found === undefined) throw new Error(`There is no tool ${index}.`);
  return found;
}

function requireAnswer(exchange: Exchange | undefined): ProbeAnswer {
  if (!exchange?.got) throw new Error('The probe did not ask that.');
  return exchange.got;
}
