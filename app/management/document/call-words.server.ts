import { CallEntry, CutLog, NamedCallPage, UsageView } from '#app/hosting/calls/call-entry.ts';

import { apiWords, describeFields } from './describe-fields.ts';

const TIME = 1_795_000_000_000;

describeFields(
  CallEntry,
  { id: 'Call', description: 'One call of the endpoint.' },
  {
    id: ['Id of the call; sorts by time.', '01JDQ3V5W8'],
    at: ['When it arrived, in milliseconds since 1970.', TIME],
    tool: ['Name of the tool; null: it named none.', 'list_invoices'],
    key: ['Id of the key or app that it came with; null: none.', 'k7Fq'],
    version: ['Number of the version that served it.', 3],
    end: ['How it ended: ok, or the class of the error.', 'upstreamStatus'],
    milliseconds: ['How long it took.', 184],
    requestBytes: ['Size of the arguments.', 62],
    resultBytes: ['Size of the result.', 1_840],
    request: ['Value of x-request-id in the answer to it; null: not known.', '01JDQ3V5W8-4k'],
    app: ['Name that the connected app gave itself; null: it came without one.', 'Claude'],
    status: ['HTTP status of the last answer of the API; null: there was none.', 503],
    cause: ['Why it failed; null: it did not fail by itself.', 'status 503'],
    arguments: ['Its arguments as JSON, redacted and cut; null: they are not kept.', null],
  },
);
describeFields(
  CutLog,
  {
    id: 'CutLog',
    description: 'Older calls were asked for than the plan keeps; they are left out.',
  },
  {
    detail: [
      'Says that, and which plan keeps them longer.',
      'Your plan keeps calls for 1 day; older ones are gone. Pro keeps them for 14 days.',
    ],
    limit: ['Name of the limit.', 'logDays'],
    used: ['Days that were asked for.', 7],
    max: ['Days that the plan keeps calls.', 1],
    liftedBy: ['The lowest plan that keeps calls so long; null: none does.', 'pro'],
  },
);
describeFields(
  NamedCallPage,
  { id: 'CallPage', description: 'A page of calls.' },
  {
    cut: 'Says that older calls were asked for than the plan keeps; null: none were.',
    calls: 'Calls, the newest first.',
    next: ['Pass it as before to get the next page; null: this is the last one.', null],
    tail: ['Pass it as after to get only calls that arrive later.', 4_210],
    kept: ['Total number of calls kept.', 1_000],
    keyNames: ['Names of the keys in this page, by id.', { k7Fq: 'Laptop' }],
  },
);
describeFields(
  UsageView.shape.hours._zod.def.element,
  { id: 'HourOfUsage', description: 'One hour of usage.' },
  {
    at: ['Beginning of the hour, in milliseconds since 1970.', TIME],
    calls: ['Calls in that hour.', 120],
    errors: ['Those of them that failed.', 2],
    p50: ['Median latency in milliseconds; null: no calls.', 180],
    p95: ['95th percentile latency in milliseconds; null: no calls.', 640],
  },
);
describeFields(
  UsageView.shape.tools._zod.def.element,
  { id: 'ToolUsage', description: 'Usage of one tool.' },
  {
    tool: ['Name of the tool.', 'list_invoices'],
    calls: ['Its calls.', 96],
    errors: ['Those of them that failed.', 1],
    p50: ['Median latency in milliseconds; null: no calls.', 180],
    p95: ['95th percentile latency in milliseconds; null: no calls.', 640],
  },
);
describeFields(
  UsageView.shape.quota._zod.def.innerType,
  {},
  {
    leftToday: ['Calls that are left today.', 880],
    limit: ['Calls that the plan allows a day.', 1_000],
    resetsAt: ['When the day ends, in milliseconds since 1970.', TIME],
  },
);
describeFields(
  UsageView,
  { id: 'Usage', description: 'Usage of the last 24 hours.' },
  {
    hours: 'By hour, the oldest first.',
    tools: 'By tool, the most called first.',
    quota: 'What is left of the plan; null: not known right now.',
  },
);
apiWords.add(CallEntry.shape.end, {
  description: 'How it ended: ok, or the class of the error.',
  examples: ['upstreamStatus'],
});
