import type { AuthorizationRequest } from '#app/mcp-client/oauth/oauth-flow.ts';

/** How a window of a sign-in is doing. */
export type WindowState =
  | 'open'
  /** The browser lets this page open no window. */
  | 'blocked'
  /** It was closed, or the sign-in's own page has cut it off from ours: its answer may still come. */
  | 'closed';

interface Watchers {
  onState: (state: WindowState) => void;
  /** The query with which the person came back. */
  onAnswer: (answer: string) => void;
}

/** The channel of the callback page (`callback.html`): pages of our own origin alone have it. */
const CHANNEL = 'mcp-client-sign-in';
const FEATURES = 'popup,width=520,height=720';
const LOOK_MS = 500;

/**
 * Opens a sign-in in a window of its own, at once, because browsers open windows only while a click lasts.
 *
 * @returns how to stop waiting for it
 */
export function openSignIn(
  { url, state }: Pick<AuthorizationRequest, 'url' | 'state'>,
  { onState, onAnswer }: Watchers,
): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  const popup = window.open('about:blank', '_blank', FEATURES);
  if (popup !== null) {
    // The sign-in's page must not lead this one elsewhere.
    popup.opener = null;
    popup.location.replace(url);
  }
  let last: WindowState | null = null;
  const tell = (now: WindowState) => {
    if (now !== last) onState(now);
    last = now;
  };
  const look = () => tell(popup === null ? 'blocked' : popup.closed ? 'closed' : 'open');
  look();
  const timer = setInterval(look, LOOK_MS);
  const end = () => {
    clearInterval(timer);
    channel.close();
  };
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const answer = readOwnAnswer(data, state);
    if (answer === null) return;
    channel.postMessage({ type: 'received', state });
    end();
    onAnswer(answer);
  });
  return end;
}

/** Null: it is the answer of another sign-in. */
function readOwnAnswer(message: unknown, state: string): string | null {
  if (typeof message !== 'object' || message === null) return null;
  if (!('type' in message && 'state' in message && 'answer' in message)) return null;
  if (message.type !== 'answer' || message.state !== state) return null;
  return typeof message.answer === 'string' ? message.answer : null;
}
