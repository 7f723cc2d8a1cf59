import * as z from 'zod';

import type { Account } from './account.ts';
import type { Form } from './read-form.ts';
import { invalid } from './stripe-failure.ts';

/** A request, as an operation sees it. */
export interface Call {
  account: Account;
  /** The parts of the path that the address names. */
  path: Record<string, string>;
  /** The form of the body, or the query; without `expand`. */
  form: Form;
  requestId: string;
  idempotencyKey: string | null;
}

/** One operation of Stripe's API. */
export interface Operation {
  method: 'get' | 'post' | 'delete';
  /** As Stripe's document writes it: `/v1/customers/{customer}`. */
  path: string;
  run: (call: Call) => object;
}

/** Reads a form; parameters that nobody knows are refused as Stripe does. */
export function readParameters<T>(schema: z.ZodType<T>, form: Form): T {
  const read = schema.safeParse(form, { reportInput: true });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const at = (issue?.path ?? []).map(String);
  const name = at.length > 1 ? `${at[0]}[${at.slice(1).join('][')}]` : (at[0] ?? '');
  if (issue?.code === 'unrecognized_keys') {
    const unknown = at.length > 0 ? `${name}[${issue.keys[0]}]` : (issue.keys[0] ?? '');
    throw invalid(`Received unknown parameter: ${unknown}`, unknown, 'parameter_unknown');
  }
  if (issue?.code === 'invalid_type' && issue.input === undefined) {
    throw invalid(`Missing required param: ${name}.`, name, 'parameter_missing');
  }
  throw invalid(`Invalid ${name}: ${issue?.message ?? ''}`, name);
}

/** Values of forms, all of which are texts. */
export const number = z.coerce.number().int();
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
export const metadata = z.union([z.literal(''), z.record(z.string(), z.string())]);

/** Metadata after a change: an empty value takes an entry away, an empty text all of them. */
export function changeMetadata(
  old: Record<string, string>,
  change: z.infer<typeof metadata> | undefined,
): Record<string, string> {
  if (change === undefined) return old;
  if (change === '') return {};
  return Object.fromEntries(
    Object.entries({ ...old, ...change }).filter(([, value]) => value !== ''),
  );
}
