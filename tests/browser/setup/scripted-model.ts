/** Variables of a deployment whose one model is scripted by the tests, under a key. */
export function scriptedModel(key: string): Record<string, string> {
  const model = {
    kind: 'openai-compatible',
    baseUrl: 'https://api.openai.com/v1',
    model: 'scripted',
    label: 'Scripted model',
    keyVariable: 'MODEL_KEY',
  };
  return { MODEL_PROVIDERS: JSON.stringify([model]), MODEL_KEY: key };
}
