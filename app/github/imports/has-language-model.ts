import { requestJson } from '#app/api-client/api-request.ts';
import { readTabModel } from '#app/builder/connect/kept-tab-model.ts';
import { ModelList } from '#app/builder/models/model-choice.ts';

/** Whether a language model answers a new chat of this person; the built-in builder writes no code. */
export async function hasLanguageModel(): Promise<boolean> {
  if (readTabModel() !== null) return true;
  const listed = await requestJson(ModelList, '/api/models');
  if (!listed.ok) return true;
  const { models, default: first } = listed.value;
  return models.find(({ id }) => id === first)?.kind !== 'built-in';
}
