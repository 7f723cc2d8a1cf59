import * as z from 'zod';

import { PAID_TIERS } from '#app/billing/plans/plan-prices.ts';
import type { Problem } from '#app/platform/problem.ts';

import { describeFields } from './describe-fields.ts';

const PathProblemAnswer = z.object({ path: z.string(), message: z.string() });

/** A problem document, as every refusal is one. */
export const ApiProblem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  requestId: z.string(),
  problems: z.array(PathProblemAnswer).optional(),
  latest: z.number().optional(),
  limit: z.string().optional(),
  used: z.number().optional(),
  max: z.number().optional(),
  resetsAt: z.number().nullable().optional(),
  liftedBy: z.enum(PAID_TIERS).nullable().optional(),
}) satisfies z.ZodType<Problem>;

describeFields(
  PathProblemAnswer,
  { id: 'PathProblem', description: 'One fault of a request.' },
  {
    path: ['Its place, as a JSONPath.', '$.title'],
    message: ['What is wrong there.', 'Too small: expected string to have >=1 characters'],
  },
);
describeFields(
  ApiProblem,
  { id: 'Problem', description: 'Why a request was refused (RFC 9457).' },
  {
    type: ['URI of the kind of problem; about:blank: the status says it all.', 'about:blank'],
    title: ['Short, and the same for each problem of this kind.', 'Not Found'],
    status: ['HTTP status.', 404],
    detail: [
      'What happened, and what to do about it.',
      'There is no such project, or it is not yours.',
    ],
    requestId: ['Id of the request; tell it to support.', '01jd8z'],
    problems: 'Each fault of the request, with its place.',
    latest: ['Only if a newer version was saved in the meantime: its number.', 4],
    limit: [
      'Only of urn:mcp-builder:limit-reached: name of the limit of the plan, such as projects or privateEndpoints.',
      'projects',
    ],
    used: ['How much of that limit is used.', 3],
    max: ['How much the plan allows.', 3],
    resetsAt: [
      'When it starts again, in milliseconds since 1970; null: it does not by itself.',
      null,
    ],
    liftedBy: ['The lowest plan whose limit is higher than what is used; null: none is.', 'pro'],
  },
);

/** The meaning of a status of refusal, and an example of its words. */
export interface RefusalWords {
  description: string;
  title: string;
  detail: string;
}

/** Refusals by status. */
export const REFUSALS: Record<number, RefusalWords> = {
  400: {
    description: 'The address or the body cannot be read.',
    title: 'Bad Request',
    detail: 'The body of the request is not JSON.',
  },
  401: {
    description: 'There is no valid API key: it is missing, mistyped, revoked or expired.',
    title: 'Unauthorized',
    detail: 'This is not a valid API key. It may be mistyped, revoked or expired.',
  },
  403: {
    description:
      'The key may not manage projects, or a limit of the plan is reached (type urn:mcp-builder:limit-reached).',
    title: 'manage_required',
    detail: 'This key may call endpoints only.',
  },
  404: {
    description: 'It does not exist, or the key cannot access it.',
    title: 'Not Found',
    detail: 'There is no such project, or it is not yours.',
  },
  409: {
    description: 'The state of the project does not allow it; the detail says why.',
    title: 'Conflict',
    detail: 'Version 4 has a score of 61; this project publishes from 80 on.',
  },
  413: {
    description: 'The body is too large.',
    title: 'Content Too Large',
    detail: 'The document is larger than 25 MB. Take out what you do not need.',
  },
  422: {
    description: 'The body is not what this operation takes, or the document cannot be imported.',
    title: 'Unprocessable Content',
    detail: 'The json part of the request is not what this address takes.',
  },
  429: {
    description: 'Too many requests; Retry-After says how many seconds to wait.',
    title: 'Too Many Requests',
    detail: 'Too many requests. Wait 60 seconds and try again.',
  },
  503: {
    description: 'A dependency is temporarily unavailable. Try again after Retry-After.',
    title: 'Service Unavailable',
    detail: 'This takes longer than it should at the moment. Try again in a few seconds.',
  },
};
