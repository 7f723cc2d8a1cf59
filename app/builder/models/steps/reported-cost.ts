import * as z from 'zod/mini';

/** Dollars that one request can cost; what is more is no price. */
const MAX_COST = 1_000;
const Dollars = z.number().check(z.gte(0), z.lte(MAX_COST));

/**
 * The cost among the usage that a provider reports, in US dollars. OpenRouter: `cost` is charged to its account;
 * with a key of one's own at the provider behind it, that one's charge comes on top.
 * https://openrouter.ai/docs/use-cases/usage-accounting
 */
const Reported = z.object({
  cost: Dollars,
  is_byok: z.optional(z.boolean()),
  cost_details: z.nullish(z.object({ upstream_inference_cost: z.nullish(Dollars) })),
});

/** US dollars of a request as its provider reports them; null where it does not. */
export function readReportedCost(usage: unknown): number | null {
  const read = Reported.safeParse(usage);
  if (!read.success) return null;
  const { cost, is_byok: isByOwnKey, cost_details: details } = read.data;
  return isByOwnKey ? cost + (details?.upstream_inference_cost ?? 0) : cost;
}
