import { connectLeniently } from '../setup/connect-client.ts';
import { findInput, findTool, toolsOf } from './judge.mjs';

/** Predicates about what is served over MCP, and about the report. */
const SERVED = ['serves', 'call', 'callLike', 'score', 'fails'];

const partsOf = ({ any = [], all = [], not }) => [...any, ...all, ...(not ? [not] : [])];

/** Whether a predicate needs the draft to be asked over MCP, or its report. */
export function isServedPredicate(predicate) {
  return SERVED.some((key) => key in predicate) || partsOf(predicate).some(isServedPredicate);
}

function findCalls(predicates) {
  return predicates.flatMap((predicate) => [
    ...('call' in predicate || 'callLike' in predicate ? [predicate] : []),
    ...findCalls(partsOf(predicate)),
  ]);
}

/** The tool that a call is about: of a request, or of a name. */
function findCalled({ call, callLike }, blueprint) {
  if (call !== undefined) return findTool(blueprint, call);
  return toolsOf(blueprint).find(({ name }) => new RegExp(callLike, 'iu').test(name));
}

async function makeCall(client, predicate, blueprint) {
  const tool = findCalled(predicate, blueprint);
  if (!tool) return { missing: true };
  const given = Object.entries(predicate.arguments ?? {});
  const named = given.map(([spec, value]) => [findInput(tool, spec)?.name ?? spec, value]);
  try {
    const { content = [], isError = false } = await client.callTool({
      name: tool.name,
      arguments: Object.fromEntries(named),
    });
    const texts = content.map((block) => block.text ?? `(${block.type})`);
    return { name: tool.name, isError, text: texts.join('\n') };
  } catch (error) {
    return { name: tool.name, isError: true, text: error.message };
  }
}

/**
 * What a draft serves to clients with its token: its lists over MCP, the results of the calls that predicates ask
 * for, its report.
 */
export async function observeDraft(origin, { id, token }, predicates, blueprint) {
  const headers = { authorization: `Bearer ${token}` };
  const client = await connectLeniently(`${origin}/mcp/d/${id}`, headers);
  try {
    const offers = client.getServerCapabilities() ?? {};
    const { tools } = await client.listTools();
    const { prompts } = offers.prompts ? await client.listPrompts() : { prompts: [] };
    const { resources } = offers.resources ? await client.listResources() : { resources: [] };
    const { resourceTemplates } = offers.resources
      ? await client.listResourceTemplates()
      : { resourceTemplates: [] };
    const calls = new Map();
    for (const predicate of findCalls(predicates)) {
      calls.set(predicate, await makeCall(client, predicate, blueprint));
    }
    const report = await fetch(`${origin}/api/drafts/${id}/report`, { headers });
    return {
      tools,
      prompts,
      resources: [...resources, ...resourceTemplates],
      calls,
      report: report.ok ? await report.json() : null,
    };
  } finally {
    await client.close();
  }
}
