import type { PathProblem } from '#app/platform/json-path.ts';

import type { RequestFailure } from './api-request.ts';

/** The text shown for a failed request. */
export interface FailureText {
  title: string;
  detail: string;
  /** The next step for the user. */
  next: string;
  problems: PathProblem[];
  requestId?: string;
  /** Sending the same again can help. */
  canRetry: boolean;
}

interface Words {
  title: string;
  next: string;
  canRetry?: boolean;
}

/**
 * The request that failed: the import of a document, the import from an address, or anything else.
 */
export type FailedTask = 'document' | 'address' | 'change';

const UNUSABLE: Record<FailedTask, Words> = {
  document: {
    title: 'No server could be built from this',
    next: 'Fix the problems listed above and import it again. Your text is kept.',
  },
  address: {
    title: 'No server could be built from this address',
    next: 'Check the address, or paste the document itself.',
  },
  change: { title: 'This change was refused', next: 'Nothing was changed. Try it another way.' },
};

/** Of an import, which sends a document or its address. */
const IMPORT_BY_STATUS: Record<number, Words> = {
  400: {
    title: 'The document could not be read',
    next: 'Fix the problem named above and import it again. Your text is kept.',
  },
  404: {
    title: 'This draft does not exist',
    next: 'Check the address, or import the document again.',
  },
  413: {
    title: 'The document is too large',
    next: 'The limit is 25 MB. Leave out operations that you do not need.',
  },
};

const BY_STATUS: Record<number, Words> = {
  400: {
    title: 'This request could not be read',
    next: 'Nothing was changed. Fix the problem named above, then try again.',
  },
  401: { title: 'Your sign-in was not accepted', next: 'Nothing was changed.' },
  403: {
    title: 'You cannot change this server',
    next: 'Open it in the browser it was created in, or import the document again.',
  },
  404: {
    title: 'This does not exist',
    next: 'It may have been deleted. Reload the page to see what is there now.',
  },
  409: {
    title: 'This is not possible right now',
    next: 'Nothing was changed.',
    canRetry: true,
  },
  410: {
    title: 'This draft has expired',
    next: 'Guest drafts are kept for 7 days. Import the document again.',
  },
  412: {
    title: 'This draft was changed elsewhere',
    next: 'You now see its current state. Make your change again.',
  },
  413: {
    title: 'This is too large',
    next: 'Nothing was changed. Make it smaller, then try again.',
  },
  429: { title: 'Too many requests', next: 'Wait a minute, then try again.', canRetry: true },
};

const PLAN_FULL = { title: 'Your plan has no room for this', next: 'Nothing was changed.' };

/** Of problems whose type says more than the status. */
const BY_TYPE: Record<string, Words> = {
  'urn:mcp-builder:limit-reached': PLAN_FULL,
  'urn:mcp-builder:tier-required': PLAN_FULL,
  'urn:mcp-builder:suspended': {
    title: 'Your account is suspended',
    next: 'Nothing was changed.',
  },
  'urn:mcp-builder:switched-off': {
    title: 'This is turned off right now',
    next: 'Nothing was changed.',
  },
};

const OTHER: Words = {
  title: 'The server failed',
  next: 'Try again. If it fails again, quote the request ID.',
  canRetry: true,
};

const NETWORK: FailureText = {
  title: 'The server could not be reached',
  detail: 'The connection failed before the server answered.',
  next: 'Check your connection and try again. Nothing you typed is lost.',
  problems: [],
  canRetry: true,
};

const UNREADABLE: FailureText = {
  title: 'The answer could not be read',
  detail:
    'It is not what this page expects: the product may have been updated since it was opened.',
  next: 'Reload the page, then try again.',
  problems: [],
  canRetry: true,
};

/** Says what happened, where, and what to do next. */
export function toFailureText(failure: RequestFailure, task: FailedTask): FailureText {
  if (failure.reason === 'network') return NETWORK;
  if (failure.reason === 'unreadable') return UNREADABLE;
  if (failure.reason === 'aborted')
    return { ...NETWORK, title: 'Stopped', detail: 'You stopped it.' };
  const { problem } = failure;
  const words = BY_TYPE[problem.type] ?? toWords(problem.status, task);
  return {
    title: words.title,
    detail: problem.detail,
    next: words.next,
    problems: problem.problems ?? [],
    canRetry: words.canRetry ?? false,
    ...(problem.requestId ? { requestId: problem.requestId } : {}),
  };
}

function toWords(status: number, task: FailedTask): Words {
  if (status === 422) return UNUSABLE[task];
  const ofImport = task === 'change' ? undefined : IMPORT_BY_STATUS[status];
  return ofImport ?? BY_STATUS[status] ?? OTHER;
}
