import type { KeyKind } from '#app/builder/models/model-key.ts';

/** A provider of models as the connection window offers it. */
export interface ProviderPreset {
  id: string;
  name: string;
  kind: KeyKind;
  baseUrl: string;
  /** Suggested models that call tools; the provider's own list takes precedence. */
  models: readonly string[];
  /** Runs on the user's own machine. */
  isLocal?: true;
  /** Needs no key by default. */
  needsNoKey?: true;
  /** Page where keys are created. */
  keysAt?: string;
  /** Required preparation. */
  hint?: string;
  /** Has no list of models at this address. */
  listsNothing?: true;
}

/** Placeholder in a base URL for a part that only its user knows. */
export const ACCOUNT_PLACEHOLDER = 'ACCOUNT_ID';

/**
 * Providers by their base URLs. Those of Workers AI and LM Studio are from the providers' own
 * documentation, those of the others from the documentation of clients that connect to them; no
 * provider was called. The models are suggestions and have not been verified: names change, and the
 * list that the provider itself returns takes precedence.
 */
export const PROVIDER_PRESETS: readonly [ProviderPreset, ...ProviderPreset[]] = [
  {
    id: 'anthropic',
    name: 'Anthropic',
    kind: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    models: ['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-haiku-5-5'],
    keysAt: 'https://console.anthropic.com/settings/keys',
  },
  {
    id: 'openai',
    name: 'OpenAI',
    kind: 'openai-compatible',
    baseUrl: 'https://api.openai.com/v1',
    models: ['gpt-5.4', 'gpt-5.4-mini', 'gpt-4.1'],
    keysAt: 'https://platform.openai.com/api-keys',
  },
  {
    id: 'openrouter',
    name: 'OpenRouter',
    kind: 'openai-compatible',
    baseUrl: 'https://openrouter.ai/api/v1',
    models: ['openrouter/auto', 'anthropic/claude-sonnet-4.5', 'openai/gpt-5.4'],
    keysAt: 'https://openrouter.ai/settings/keys',
  },
  {
    id: 'groq',
    name: 'Groq',
    kind: 'openai-compatible',
    baseUrl: 'https://api.groq.com/openai/v1',
    models: ['openai/gpt-oss-120b', 'openai/gpt-oss-20b', 'llama-3.3-70b-versatile'],
    keysAt: 'https://console.groq.com/keys',
  },
  {
    id: 'mistral',
    name: 'Mistral',
    kind: 'openai-compatible',
    baseUrl: 'https://api.mistral.ai/v1',
    models: ['mistral-large-latest', 'mistral-medium-latest', 'mistral-small-latest'],
    keysAt: 'https://console.mistral.ai/api-keys',
  },
  {
    id: 'google',
    name: 'Google',
    kind: 'openai-compatible',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    models: ['gemini-2.5-pro', 'gemini-2.5-flash'],
    keysAt: 'https://aistudio.google.com/apikey',
  },
  {
    id: 'workers-ai',
    name: 'Workers AI',
    kind: 'openai-compatible',
    baseUrl: `https://api.cloudflare.com/client/v4/accounts/${ACCOUNT_PLACEHOLDER}/ai/v1`,
    models: ['@cf/zai-org/glm-4.7-flash', '@cf/openai/gpt-oss-120b', '@cf/moonshotai/kimi-k2.6'],
    keysAt: 'https://dash.cloudflare.com/profile/api-tokens',
    hint: `Replace ${ACCOUNT_PLACEHOLDER} in the base URL with your Cloudflare account ID. The API token needs the permission “Workers AI: Read”.`,
    listsNothing: true,
  },
  {
    id: 'other',
    name: 'Other',
    kind: 'openai-compatible',
    baseUrl: '',
    models: [],
    needsNoKey: true,
    hint: 'Any server with an OpenAI-compatible API (POST /chat/completions).',
  },
  {
    id: 'ollama',
    name: 'Ollama',
    kind: 'openai-compatible',
    baseUrl: 'http://localhost:11434/v1',
    models: ['qwen3', 'gpt-oss:20b', 'llama3.1'],
    isLocal: true,
    needsNoKey: true,
    hint: 'Download a model that supports tools first, for example with: ollama pull qwen3',
  },
  {
    id: 'lm-studio',
    name: 'LM Studio',
    kind: 'openai-compatible',
    baseUrl: 'http://localhost:1234/v1',
    models: ['openai/gpt-oss-20b', 'qwen/qwen3-8b'],
    isLocal: true,
    needsNoKey: true,
    hint: 'Load a model and start the server in the Developer tab.',
  },
  {
    id: 'vllm',
    name: 'vLLM',
    kind: 'openai-compatible',
    baseUrl: 'http://localhost:8000/v1',
    models: ['Qwen/Qwen3-8B', 'openai/gpt-oss-20b'],
    isLocal: true,
    needsNoKey: true,
    hint: 'Start it with --enable-auto-tool-choice and the --tool-call-parser of the model.',
  },
];
