import { APICallError } from '@ai-sdk/provider';

import { isLoopbackHost } from '#app/platform/outbound/loopback.ts';

import { toModelText } from './model-text.ts';
import type { TrialStage } from './trial.ts';

/** Connection that was tested. */
export interface Tried {
  baseUrl: string;
  model: string;
  /** The key; never part of a message. */
  value: string;
}

interface TrialFailure {
  ok: false;
  failed: TrialStage;
  detail: string;
}

/** Maximum length of quoted provider messages. */
const MAX_QUOTED = 240;

const ABOUT_TOOLS = /\btools?\b|tool[_-]|function[ _-]?call/i;

/** Determines the stage at which a request to a provider failed, and why. */
export function toTrialFailure(error: unknown, tried: Tried): TrialFailure {
  const { host } = new URL(tried.baseUrl);
  if (error instanceof DOMException) {
    return refuse(
      'model',
      `${tried.model} did not start to answer in time. A local model may still be loading: test again in a minute.`,
    );
  }
  if (!APICallError.isInstance(error)) {
    // The response was readable neither as that of a model nor as a provider's error.
    if (error instanceof Error) return refuseEmpty(tried.baseUrl);
    return refuse('model', `${host} reported an error.${quote(readMessage(error), tried)}`);
  }
  const { statusCode: status } = error;
  if (status === undefined) return describeUnreached(error.message, tried);
  return describeStatus(status, error.responseBody ?? '', tried);
}

/** No response: the host is unreachable, or calls to it are not allowed. */
function describeUnreached(message: string, { baseUrl }: Tried): TrialFailure {
  const { host, hostname } = new URL(baseUrl);
  const isLocal = isLoopbackHost(hostname);
  if (/cannot be reached/.test(message)) {
    return refuse(
      'address',
      isLocal
        ? `Nothing answers at ${host}. Start the model server and check its port.`
        : `${host} cannot be reached. Check the address.`,
    );
  }
  const isRedirect = message.startsWith('it ');
  return refuse(
    'address',
    isRedirect ? `${host} redirects to another address. Enter that one.` : message,
  );
}

/** The address responds successfully, but not as a model. */
export function refuseEmpty(baseUrl: string): TrialFailure {
  const { host, pathname } = new URL(baseUrl);
  return refuse(
    'address',
    `${host} answers, but there is no such API below ${pathname}. Check the path of the base URL; it often ends in /v1.`,
  );
}

function describeStatus(status: number, body: string, tried: Tried): TrialFailure {
  const { host } = new URL(tried.baseUrl);
  const { message, isJson } = readBody(body);
  const said = quote(message, tried);
  if (status === 401 || status === 403) {
    const what = tried.value === '' ? 'needs an API key' : 'rejected the API key';
    return refuse('key', `${host} ${what} (${status}).${said}`);
  }
  if (status === 402) return refuse('key', `The account at ${host} has no credit left.${said}`);
  if (status === 429) {
    return refuse('key', `${host} accepts no more requests with this key for now (429).${said}`);
  }
  if (status >= 500) return refuse('model', `${host} failed (${status}). Try again later.${said}`);
  if (ABOUT_TOOLS.test(message)) {
    return refuse('tools', `${tried.model} cannot call tools here.${said} Choose another model.`);
  }
  if (status === 404 && isJson) {
    return refuse('model', `${host} does not know the model "${tried.model}".${said}`);
  }
  if (status < 300 || status === 404 || status === 405) return refuseEmpty(tried.baseUrl);
  return refuse('model', `${host} refused the request for "${tried.model}" (${status}).${said}`);
}

/** Message of a provider's error, in any of the usual envelopes. */
function readBody(body: string): { message: string; isJson: boolean } {
  try {
    const value: unknown = JSON.parse(body);
    return { message: readMessage(value), isJson: true };
  } catch {
    return { message: '', isJson: false };
  }
}

function readMessage(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return readMessage(value[0]);
  if (typeof value !== 'object' || value === null) return '';
  const { error, message, detail } = { error: null, message: null, detail: null, ...value };
  for (const each of [message, error, detail]) {
    const found = readMessage(each);
    if (found !== '') return found;
  }
  return '';
}

/** The provider's own words: visible characters only, without the key. */
function quote(message: string, { value }: Tried): string {
  const safe = value === '' ? message : message.replaceAll(value, '[your key]');
  const text = toModelText(safe).replace(/\s+/g, ' ').trim();
  if (text === '') return '';
  return ` It says: ${text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text}`;
}

function refuse(failed: TrialStage, detail: string): TrialFailure {
  return { ok: false, failed, detail };
}
