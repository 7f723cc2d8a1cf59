import * as z from 'zod';

/** The price of one million tokens. */
const Price = z.strictObject({ input: z.number().min(0), output: z.number().min(0) });

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
