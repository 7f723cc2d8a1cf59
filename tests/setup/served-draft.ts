import { connectLeniently } from './connect-client.ts';

interface DraftAnswers {
  report: { score: number | null; checks: { id: string; status: string }[] };
  blueprint: { upstreams: { baseUrl: string }[] };
}

/** What a draft serves, as clients with its token see it. */
export async function openServedDraft(
  origin: string,
  { id, token }: { id: string; token: string },
) {
  const headers = { authorization: `Bearer ${token}` };
  const client = await connectLeniently(`${origin}/mcp/d/${id}`, headers);
  const load = async (what: keyof DraftAnswers): Promise<string> =>
    (await fetch(`${origin}/api/drafts/${id}/${what}`, { headers })).text();
  const { tools } = await client.listTools();
  const blueprint = await load('blueprint');
  const { score, checks }: DraftAnswers['report'] = JSON.parse(await load('report'));
  const { upstreams }: DraftAnswers['blueprint'] = JSON.parse(blueprint);
  return {
    tools,
    names: tools.map(({ name }) => name).toSorted(),
    hosts: upstreams.map(({ baseUrl }) => new URL(baseUrl).host),
    score,
    /** Ids of the checks that fail. */
    fails: checks.filter(({ status }) => status === 'fail').map((each) => each.id),
    /** As text, to search it. */
    blueprint,
    /** Calls a tool on the mock upstream. */
    async call(name: string, args: Record<string, unknown> = {}) {
      const { content, isError } = await client.callTool({ name, arguments: args });
      return { isError: isError === true, text: JSON.stringify(content) };
    },
    close: () => client.close(),
  };
}
