import * as z from 'zod';

import { fromBase64 } from './text/encoding.ts';
import { ModelProviders } from './model-providers.ts';
import { isLoopbackHost } from './outbound/loopback.ts';
import { fail, succeed, type Result } from './result.ts';

/** One key of the ring: 256 bits, and the id that sealed blobs name it by. */
export interface SealKey {
  id: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The key that `.dev.vars.example` carries: public, so it seals nothing worth keeping. */
export const DEVELOPMENT_KEY_TEXT = 'local-development-key-not-secret';

const SEAL_KEY_BYTES = 32;

/** Every variable of the environment, parsed once; names are those of the environment. */
export const Config = z.object({
  /** Key ring for sealed secrets and derived keys: `id:base64,…`; the first is current. */
  SEAL_KEYS: z
    .string('is required: id:base64 of 32 bytes, the current key first, separated by commas')
    .transform(parseSealKeys),
  /** Identity. */
  FIREBASE_PROJECT_ID: z.string().min(1).default('demo-mcp'),
  FIREBASE_API_KEY: z.string().min(1).default('demo-key'),
  FIREBASE_AUTH_DOMAIN: z.string().min(1).default('demo-mcp.firebaseapp.com'),
  /** Same-origin path of the token sync; empty turns it off. */
  TOKEN_SYNC_URL: z
    .string()
    .default('/api/session')
    .refine((text) => text === '' || /^\/[^/\\]/.test(text), 'must be empty or a path'),
  /** An outside product API for subscription status and mock chat; empty: our own. */
  PRODUCT_API_URL: z
    .string()
    .default('')
    .refine((text) => text === '' || URL.canParse(text), 'must be empty or an absolute URL'),
  /** Stripe's secret key; empty: nothing can be bought, and everybody is free. */
  STRIPE_SECRET_KEY: z
    .string()
    .default('')
    .refine((text) => text === '' || /^[sr]k_(test|live)_\w+$/.test(text), {
      error: 'must be empty or a secret key of Stripe, which begins with sk_ or rk_',
    }),
  /** Secrets of Stripe's webhook: one, or two while the one is replaced by the other. */
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((each) => each.trim())
        .filter(Boolean),
    )
    .refine((all) => all.length <= 2 && all.every((each) => /^whsec_\S+$/.test(each)), {
      error: 'must be empty, or one or two secrets that begin with whsec_, separated by a comma',
    }),
  /** Number of a GitHub App; empty, with a client ID: an OAuth App. */
  GITHUB_APP_ID: z
    .string()
    .default('')
    .refine((text) => /^\d{0,12}$/.test(text), 'must be empty or the number of a GitHub App'),
  /** The GitHub App's name in the address of its page, through which it is installed. */
  GITHUB_APP_SLUG: z
    .string()
    .default('')
    .refine((text) => /^[a-z0-9-]{0,100}$/.test(text), {
      error: "must be empty or a GitHub App's name as in the address of its page",
    }),
  /** Without both of these there is no GitHub. */
  GITHUB_CLIENT_ID: z.string().default(''),
  GITHUB_CLIENT_SECRET: z.string().default(''),
  /** Secrets that sign webhooks: one, or two while the one is replaced by the other; empty: none are taken. */
  GITHUB_WEBHOOK_SECRET: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((each) => each.trim())
        .filter(Boolean),
    )
    .refine((all) => all.length <= 2, {
      error: 'must be empty, or one or two secrets, separated by a comma',
    }),
  /** Where a browser meets GitHub. */
  GITHUB_WEB_URL: z
    .string()
    .default('https://github.com')
    .transform((text) => text.replace(/\/+$/, ''))
    .refine(isSecureOrigin, {
      error: 'must be the origin of GitHub, such as https://github.com',
    }),
  /** The builder's models; empty: the built-in builder. */
  MODEL_PROVIDERS: z
    .string()
    .default('')
    .transform((text, context) => {
      const parsed = ModelProviders.safeParse(parseJson(text === '' ? '[]' : text));
      if (parsed.success) return parsed.data;
      context.addIssue('must be empty or a JSON list of models: see .dev.vars.example');
      return z.NEVER;
    }),
  /** Workers AI's model where no models are configured and the binding is there; `off`: none. */
  WORKERS_AI_MODEL: z
    .string()
    .default('@cf/zai-org/glm-4.7-flash')
    .refine((text) => text === 'off' || /^@(cf|hf)\/[\w./-]{1,190}$/.test(text), {
      error: 'must be off or the name of a model such as @cf/zai-org/glm-4.7-flash',
    }),
  /** Whether people may connect models on the server's machine; `auto`: while it serves only that. */
  LOCAL_MODELS: z.enum(['auto', 'on', 'off']).default('auto'),
  /** Analytics; empty: nothing loads. */
  POSTHOG_KEY: z.string().default(''),
  POSTHOG_HOST: z.url().default('https://eu.i.posthog.com'),
  /** Verified addresses of operators, separated by commas; empty: there are none, and no `/admin`. */
  ADMIN_EMAILS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((each) => each.trim().toLowerCase())
        .filter(Boolean),
    )
    .refine((all) => all.every((each) => /^[^\s@]+@[^\s@]+$/.test(each)), {
      error: 'must be empty or email addresses, separated by commas',
    }),
  /** Whether the lab pages are open; `auto`: with the published key only, so on no public server. */
  LAB_PAGES: z.enum(['on', 'off', 'auto']).default('auto'),
  /** Another origin that leads to this Worker, for MCP Apps; empty: the other name of this machine, or none. */
  SANDBOX_ORIGIN: z
    .string()
    .default('')
    .refine((text) => text === '' || isSecureOrigin(text), {
      error: 'must be empty or the origin of another host, such as https://apps.example.com',
    }),
  /** Where a local server says which tool runs; empty: nobody watches. */
  WATCHDOG_URL: z
    .string()
    .default('')
    .refine((text) => text === '' || /^http:\/\/127\.0\.0\.1:\d+\//.test(text), {
      error: 'must be empty or an address of this machine',
    }),
});
export type Config = z.infer<typeof Config>;

const parsed = new WeakMap<object, Config>();

/**
 * The configuration of this isolate, parsed at the first call. The message of a failure names the
 * wrong variables, never their values.
 */
export function readConfig(
  env: object,
): Result<Config, { reason: 'misconfigured'; message: string }> {
  const known = parsed.get(env);
  if (known) return succeed(known);
  const result = Config.safeParse(env);
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    return fail({ reason: 'misconfigured', message: faults.join('; ') });
  }
  parsed.set(env, result.data);
  return succeed(result.data);
}

/** For Durable Objects, where no request comes first: throws what {@link readConfig} answers. */
export function requireConfig(env: object): Config {
  const config = readConfig(env);
  if (!config.ok) throw new Error(`Configuration: ${config.message}`);
  return config.value;
}

/** Whether the ring holds the key that is printed in our repository. */
export function usesDevelopmentKey(config: Pick<Config, 'SEAL_KEYS'>): boolean {
  const decoder = new TextDecoder();
  return config.SEAL_KEYS.some((key) => decoder.decode(key.bytes) === DEVELOPMENT_KEY_TEXT);
}

function parseSealKeys(text: string, context: z.RefinementCtx<string>): [SealKey, ...SealKey[]] {
  const ids = new Set<string>();
  const keys = text.split(',').flatMap((part): SealKey[] => {
    const [id = '', encoded = '', ...rest] = part.trim().split(':');
    const bytes = fromBase64(encoded);
    const isKey = /^[A-Za-z0-9_-]{1,32}$/.test(id) && bytes?.length === SEAL_KEY_BYTES;
    if (!isKey || rest.length > 0 || ids.has(id)) {
      context.addIssue('must be id:base64 of 32 bytes, ids unique, separated by commas');
      return [];
    }
    ids.add(id);
    return [{ id, bytes }];
  });
  const [current, ...older] = keys;
  return current ? [current, ...older] : z.NEVER;
}

/** https; http does for this machine. */
function isSecureOrigin(text: string): boolean {
  if (!URL.canParse(text) || new URL(text).origin !== text) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
