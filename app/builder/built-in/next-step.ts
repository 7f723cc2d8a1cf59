/** What the person said, and what the tools answered since. */
export interface BuiltInTurn {
  text: string;
  earlier: string[];
  results: { tool: string; input: object; output: unknown }[];
}
export interface BuiltInStep {
  say: string;
  calls: { tool: string; input: object }[];
}
export function nextStep(turn: BuiltInTurn): BuiltInStep {
  if (turn.results.length === 0) {
    const url = /https?:\/\/\S+/.exec(turn.text)?.[0] ?? '';
    return {
      say: 'Adding a tool.',
      calls: [
        { tool: 'upsert_tool', input: { name: 'get_user', request: { method: 'GET', url } } },
      ],
    };
  }
  return { say: `Done: ${JSON.stringify(turn.results)}`, calls: [] };
}
