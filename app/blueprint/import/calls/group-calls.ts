import type { CommandCall } from './command-call.ts';

/** Calls of the same operation, in the order in which each is first called. */
export function groupCalls<Call extends CommandCall>(calls: readonly Call[]): Call[][] {
  const groups = new Map<string, Call[]>();
  const templates = new Map<string, Call>();
  for (const call of calls) {
    // However two calls name what differs, it is the same place.
    const shape = call.template.replace(/\{[^}]*\}/g, '{}');
    const known = templates.get(shape);
    if (!known) templates.set(shape, call);
    const same = known ? withArgumentsOf(call, known) : call;
    const key = `${call.method} ${shape}`;
    const group = groups.get(key);
    if (group) group.push(same);
    else groups.set(key, [same]);
  }
  return [...groups.values()];
}

function withArgumentsOf<Call extends CommandCall>(call: Call, known: CommandCall): Call {
  // What stood there in one call is an example for the others as well.
  const path = call.path.map((argument, index) => ({
    ...known.path[index],
    ...argument,
    name: known.path[index]?.name ?? argument.name,
  }));
  return { ...call, template: known.template, path };
}
