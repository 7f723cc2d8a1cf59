import * as z from 'zod';

const Dollars = z.number().min(0);

/** The price of one million tokens; what is left out about caches follows from that of the input. */
const Price = z.strictObject({
  input: Dollars,
  output: Dollars,
  /** Of input that was read from a cache. */
  cached: Dollars.optional(),
  /** Of input that was written to one. */
  cacheWrite: Dollars.optional(),
});

const ModelProvider = z
  .strictObject({
    /** Protocol it speaks. */
    kind: z.enum(['anthropic', 'openai-compatible', 'workers-ai']),
    /** The operator's own word: it may lead to this machine (a local model) or a private network. */
    baseUrl: z.url({ protocol: /^https?$/ }).optional(),
    model: z.string().min(1).max(200),
    /** Name of the variable that holds its key. */
    keyVariable: z
      .string()
      .regex(/^[A-Z][A-Z0-9_]{0,99}$/)
      .optional(),
    /** The label shown to people; if absent, the model's name. */
    label: z.string().min(1).max(80).optional(),
    takesImages: z.boolean().optional(),
    /** Tokens that it can read; if absent, those of the model's name, or a careful guess. */
    contextTokens: z.int().min(8_000).optional(),
    /** US dollars. */
    price: Price.optional(),
  })
  .refine(({ kind, baseUrl }) => kind !== 'openai-compatible' || baseUrl !== undefined);

/** One model that the operator has configured. */
export type ModelProvider = z.infer<typeof ModelProvider>;

/** The models of the builder, first choice first. */
export const ModelProviders = z.array(ModelProvider).max(20);
