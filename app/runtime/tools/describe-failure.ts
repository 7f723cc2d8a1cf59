import { readText } from '../read-text.ts';
import type { UpstreamFailureReason, UpstreamOutcome, UpstreamResponse } from '../tool-context.ts';

const MAX_EXCERPT_LENGTH = 1_000;

/** Characters of an error page that are searched for an excerpt. */
const MAX_PAGE_LENGTH = 65_536;

/** Advice for a call without a response. */
const ADVICE: { [reason in UpstreamFailureReason]: string } = {
  unknownUpstream: 'The server is misconfigured; tell its operator.',
  refused: 'The request was not sent.',
  secretMissing: 'Ask the operator of this server to set them; trying again does not help.',
  authFailed:
    'Ask the operator of this server to check its credentials; trying again does not help.',
  timeout: 'Whether the call took effect is unknown. Try again later, or ask for less.',
  cancelled: 'Whether the call took effect is unknown.',
  unreachable: 'Try again later.',
  brokenOff: 'Whether the call took effect is unknown. Try again later.',
  heldBack: 'The request was not sent.',
  busy: 'The request was not sent. Try again in a few seconds.',
  redirected: 'Ask the operator of this server to correct its base URL.',
  tooLarge: 'Ask for less: a filter, a smaller page or fewer fields.',
  rateLimited: 'Wait before you try again.',
};

/** Text for a call that failed before there was a response. */
export function describeFailure({
  reason,
  message,
  attempts,
}: Extract<UpstreamOutcome, { ok: false }>): string {
  return `${message} ${ADVICE[reason]}${attemptsText(attempts)}`;
}

/** Text for an error response: status, meaning, advice. */
export function describeErrorStatus(
  operation: string,
  { response, attempts }: Pick<Extract<UpstreamOutcome, { ok: true }>, 'response' | 'attempts'>,
): string {
  const name = STATUS_NAMES[response.status];
  const status = `${response.status}${name === undefined ? '' : ` ${name}`}`;
  const lines = [`The API answered ${status} to ${operation}.${attemptsText(attempts)}`];
  const advice = statusAdvice(response);
  if (advice !== null) lines.push(advice);
  const excerpt = excerptOf(response);
  if (excerpt !== '') lines.push(`It said: ${excerpt}`);
  return lines.join('\n');
}

/** Keeps the model from expecting another response at once. */
function attemptsText(attempts = 1): string {
  return attempts > 1 ? ` It was tried ${attempts} times.` : '';
}

function statusAdvice({ status, headers }: UpstreamResponse): string | null {
  if (status === 400 || status === 422) return 'Check the arguments against what it says.';
  if (status === 401) {
    return 'The credentials are missing, wrong or expired: ask the operator of this server to check them.';
  }
  if (status === 403) return 'The credentials do not allow this.';
  if (status === 404 || status === 410)
    return 'The resource named by the arguments does not exist.';
  if (status === 409) return 'It conflicts with the current state: read that first.';
  if (status === 429) return `Too many requests.${waitText(headers)}`;
  if (status >= 500) return `The API failed: try again later.${waitText(headers)}`;
  return null;
}

function waitText(headers: [name: string, value: string][]): string {
  const wait = headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1].trim();
  if (wait === undefined || wait === '' || wait.length > 40) return '';
  return /^\d+$/.test(wait) ? ` Wait ${wait} seconds.` : ` Wait until ${wait}.`;
}

function excerptOf(response: UpstreamResponse): string {
  const text = readText(response);
  if (text === null) return '';
  const plain = /^\s*<(?:!doctype html|html)\b/i.test(text) ? pageText(text) : text;
  const line = plain.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_EXCERPT_LENGTH ? line : `${line.slice(0, MAX_EXCERPT_LENGTH)}…`;
}

/** Visible text of an error page. Linear time, even if tags are never closed. */
function pageText(html: string): string {
  const page = html.slice(0, MAX_PAGE_LENGTH);
  // ASCII only: elsewhere lower-case letters may be longer.
  const lower = page.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  let text = '';
  let from = 0;
  for (;;) {
    const open = page.indexOf('<', from);
    if (open === -1) return text + page.slice(from);
    text += `${page.slice(from, open)} `;
    const hidden = /^(?:script|style)\b/.exec(lower.slice(open + 1, open + 8))?.[0];
    const tag = hidden === undefined ? open : lower.indexOf(`</${hidden}`, open);
    const close = tag === -1 ? -1 : page.indexOf('>', tag);
    if (close === -1) return text;
    from = close + 1;
  }
}

const STATUS_NAMES: { [status: number]: string } = {
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};
