import { readTabModel } from '#app/builder/connect/kept-tab-model.ts';
import { BUILT_IN, TAB_MODEL, type ModelChoice } from '#app/builder/models/model-choice.ts';
import { askBuiltIn } from '#app/evals/built-in/ask-built-in.ts';
import type { EvalModel, EvalTarget } from '#app/evals/runs/run-eval.ts';
import { listingOf } from '#app/tester/connected/listing.ts';
import type { OpenServer } from '#app/tester/panels.ts';
import { createAskModel } from '#app/tester/steps/request-step.ts';
import { openCatalog } from '#app/tester/steps/use-catalog.ts';

/** The chosen models, each run of which is a conversation of its own. */
export function toEvalModels(choices: readonly ModelChoice[]): EvalModel[] {
  return choices.map(({ id, label }) => {
    if (id === BUILT_IN.id) return { id, label: 'Built-in', begin: () => askBuiltIn };
    return {
      id,
      label,
      begin: () => {
        const connection = id === TAB_MODEL ? readTabModel()?.token : undefined;
        return createAskModel({ model: id, ...(connection === undefined ? {} : { connection }) });
      },
    };
  });
}

/** The chosen servers: all at once as one target, or each by itself. */
export function toEvalTargets(
  servers: readonly OpenServer[],
  way: 'together' | 'apart',
): EvalTarget[] {
  if (servers.length === 0) return [];
  const groups = way === 'apart' ? servers.map((each) => [each]) : [servers];
  return groups.map((group) => {
    const tools = group.map(({ connection }) => listingOf(connection, 'tools/list').get().items);
    const name = group.map(({ target }) => target.name).join(' + ');
    const id = group.map(({ target }) => target.id).join(' ');
    return { id, name, ...openCatalog(group, tools) };
  });
}
